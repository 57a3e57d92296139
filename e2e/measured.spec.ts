/** Files that are more than a trace: a measured run laid over a simulated one, and SEC misses that may be dropped. */
import { inputsWith, openTrace, replayOf, sampleBytes, summaryText } from './expected.js';
import { expect, test } from './fixtures.js';

test('a statistics CSV is a measured run, and lies over a replay as B', async ({ jelab }) => {
  await jelab.open('#v=1&sample=redis-server&axis=event');
  const { bytes } = await jelab.exportStatistics(1000);
  const alone = await jelab.picture();
  await jelab.dropFiles([{ name: 'measured.csv', bytes }]);
  await expect(jelab.file('measured.csv')).toContainText('measured run');
  await expect(jelab.file('measured.csv')).toHaveAttribute('data-selected', 'true');
  await expect(jelab.side).toContainText('options cannot change it');
  expect((await jelab.summaryValues())['SEC hits'], 'the file does not tell').toBe('–');

  await jelab.press('Pin and lay over as B');
  await jelab.file('redis-server.hpa.csv.gz').getByTitle('redis-server.hpa.csv.gz').click();
  await jelab.idle();
  const row = await jelab.summaryRow();
  expect(row['peak slabs']?.change, 'the replay is what was measured').toBe('=');
  expect(row['pages purged']?.change).toBe('=');
  const both = await jelab.picture();
  expect(both).not.toBe(alone);
  await jelab.press('Pinned: take off');
  expect(await jelab.picture()).toBe(alone);
});

test('SEC misses are explained, kept as the original tool does, and dropped on request', async ({
  jelab,
}) => {
  await jelab.open('#v=1&sample=churn-sec');
  const name = 'churn-sec.sec.csv.gz';
  expect(await jelab.problems(name)).toContain('cache misses of the SEC');
  const bytes = sampleBytes('churn-sec');
  const [kept, dropped] = [await openTrace(bytes), await openTrace(bytes, { dropSecMisses: true })];
  expect(dropped.trace.length).toBeLessThan(kept.trace.length);
  const drop = jelab.file(name).getByRole('checkbox', { name: 'drop SEC misses' });
  await drop.check();
  await jelab.idle();
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(dropped.trace, inputsWith({}))));
  await drop.uncheck();
  await jelab.idle();
  expect(await jelab.summaryValues()).toEqual(summaryText(replayOf(kept.trace, inputsWith({}))));
});
