import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest, single, summaryLines } from './test-report.mjs';

const vitest = (extra) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [],
  ...extra,
});

describe('counting reports', () => {
  it('takes the counts of vitest', () => {
    expect(countVitest(vitest({}), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
    expect(countVitest(vitest({ numFailedTests: 2 }), 1)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('counts a test file that could not be loaded as a failure', () => {
    const testResults = [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ];
    expect(countVitest(vitest({ numFailedTests: 1, testResults }), 1).failed).toBe(2);
  });

  it('never passes a tool that failed without a failed test, or that wrote no report', () => {
    expect(countVitest(vitest({}), 1).failed).toBe(1);
    expect(countVitest(null, 0)).toEqual(single(1));
    const stats = { expected: 3, flaky: 1, unexpected: 0, skipped: 2 };
    expect(countPlaywright({ stats }, 0)).toEqual({ passed: 4, failed: 0, skipped: 2 });
    expect(countPlaywright({ stats }, 1).failed).toBe(1);
    expect(countPlaywright(null, 0)).toEqual(single(1));
  });

  it('ends the summary with the totals', () => {
    const lines = summaryLines([
      { title: 'format', seconds: 1, ...single(0) },
      { title: 'unit', seconds: 2, passed: 10, failed: 3, skipped: 4 },
    ]);
    expect(lines.at(-1)).toBe('11 passed, 3 failed');
    expect(lines.at(-2)).toBe('4 skipped');
  });
});
