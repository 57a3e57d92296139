/** Words for a life line. */
import { formatCount } from '../../base/numbers.js';
import { HUGE, type LifelineModel, PAGES_PER_SLAB } from './model.js';

function times(count: number, what: string): string {
  return count === 1 ? `once ${what}` : `${formatCount(count)} times ${what}`;
}

/** Its whole life in one sentence. */
export function lifeSentence({ life }: LifelineModel): string {
  if (life.length === 0) return `Pageslab ${life.slab} has no life yet.`;
  const parts = [
    times(life.purges, 'purged'),
    times(life.hugifies, 'hugified'),
    times(life.dehugifies, 'split'),
    times(life.emptied, 'emptied'),
  ];
  const thinned =
    life.changes > life.length
      ? ` ${formatCount(life.changes)} changes, thinned to ${formatCount(life.length)} for the picture.`
      : ` ${formatCount(life.changes)} changes.`;
  return `Pageslab ${life.slab}: ${parts.join(', ')}.${thinned}`;
}

/** The state of one entry: "event 12 345: 400 active, 90 dirty, 22 retained, huge". */
export function entrySentence({ life }: LifelineModel, index: number): string {
  if (index < 0 || index >= life.length) return 'not there yet';
  const active = life.nactive[index] ?? 0;
  const touched = life.ntouched[index] ?? 0;
  const huge = ((life.flags[index] ?? 0) & HUGE) !== 0 ? 'huge' : 'not huge';
  const where = `event ${formatCount(life.events[index] ?? 0)}`;
  return `${where}: ${active} active, ${touched - active} dirty, ${PAGES_PER_SLAB - touched} retained, ${huge}`;
}
