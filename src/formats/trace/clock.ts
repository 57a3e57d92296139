/** Counts rows whose clock is before that of the row before. */
import type { Row } from '../csv/row.js';

export class ClockCheck {
  private low = 0;
  private high = 0;

  /** `slot` is where the row has its clock. */
  check(row: Row, slot: number): void {
    const low = row.words[2 * slot] as number;
    const high = row.words[2 * slot + 1] as number;
    if (high < this.high || (high === this.high && low < this.low)) row.problems.add('clock-back', row.line);
    this.low = low;
    this.high = high;
  }
}
