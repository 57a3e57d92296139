/** Counts what the test tools report, and writes the summary of `npm test`. Counts are {passed, failed, skipped}. */

/** One check that passed or failed as a whole. */
export function single(status) {
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
}

/** A tool that failed without naming a failed test (a crash, a stray rejection) is one failure, never silence. */
function orFailure(counts, status) {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Vitest's JSON report; a file that could not even be loaded is one failure. */
export function countVitest(report, status) {
  if (report === null) return single(status === 0 ? 1 : status);
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return orFailure(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles,
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    },
    status,
  );
}

/** Playwright's JSON report. A flaky test passed in the end. */
export function countPlaywright(report, status) {
  if (report === null) return single(status === 0 ? 1 : status);
  const { expected, flaky, unexpected, skipped } = report.stats;
  return orFailure({ passed: expected + flaky, failed: unexpected, skipped }, status);
}

export function total(results) {
  const sum = (key) => results.reduce((before, result) => before + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

function row(title, ...cells) {
  return title.padEnd(24) + cells.map((cell) => String(cell).padStart(9)).join('');
}

/** The summary table; its last line is `N passed, N failed`. */
export function summaryLines(results) {
  const { passed, failed, skipped } = total(results);
  return [
    row('check', 'passed', 'failed', 'skipped', 'seconds'),
    ...results.map((r) => row(r.title, r.passed, r.failed, r.skipped, r.seconds.toFixed(1))),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${passed} passed, ${failed} failed`,
  ];
}
