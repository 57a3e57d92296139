import type { ReactElement } from 'react';
import { formatCount } from '../../../base/numbers.js';
import { MAX_DEPTH } from '../../../engine/profile/call-tree.js';
import { plural } from './words.js';

/** Says that stacks were deeper than a call tree can be. @param cut frames that are no nodes of it */
export function CutNote({ cut }: { readonly cut: number }): ReactElement | null {
  if (cut === 0) return null;
  return (
    <p className="ui-heap-note" role="status">
      Stacks are shown {formatCount(MAX_DEPTH)} calls deep at most, with inlined functions:{' '}
      {plural(cut, 'frame')} further in {cut === 1 ? 'is' : 'are'} left out, and what they hold counts for the
      last one shown. The sums are whole.
    </p>
  );
}
