/** Where the user is, as far as the browser's back button goes: which changes are moves, and which only change what is looked at. */
import { type Files, findFile } from './files.js';
import type { HeapInputs } from './heap-inputs.js';
import type { InsideInputs } from './inside-inputs.js';
import type { WorkloadSource } from './sampling-inputs.js';
import type { Bench, View } from './view.js';

export interface Place {
  readonly bench: Bench;
  /** What stands on the bench: its view, with what is opened or zoomed into there. */
  readonly view: string;
  /** Id of the file on the bench; null for none. */
  readonly file: string | null;
  /** Counts the times that settings were loaded: another setting is another place. */
  readonly loads: number;
}

export interface PlaceParts {
  readonly view: View;
  readonly inside: InsideInputs;
  readonly heap: HeapInputs;
  readonly source: WorkloadSource;
  readonly files: Pick<Files, 'selected' | 'profile'>;
  readonly loads: number;
}

export function placeOf({ view, inside, heap, source, files, loads }: PlaceParts): Place {
  const { bench, replayView } = view;
  switch (bench) {
    case 'replay': {
      const looks = replayView === 'timelines' && inside.open;
      return { bench, view: looks ? 'inside' : replayView, file: files.selected, loads };
    }
    case 'heap': {
      const { tab, zoom } = heap;
      // Without a dump no view is shown; only flame graphs are zoomed into.
      const shown = files.profile === null ? '' : JSON.stringify(hasZoom(heap) ? [tab, ...zoom] : [tab]);
      return { bench, view: shown, file: files.profile, loads };
    }
    case 'sampling':
      return { bench, view: '', file: source.kind === 'file' ? source.file : null, loads };
  }
}

function hasZoom({ tab }: HeapInputs): boolean {
  return tab === 'graph' || tab === 'diff';
}

/**
 * Whether a change of place is a move, which "back" undoes.
 * @param arriving what a link names is still on its way to the bench
 */
export function isMove(before: Place, after: Place, files: Files, arriving: boolean): boolean {
  // A link's sample lands where the link has put the user already.
  if (arriving) return false;
  if (before.bench !== after.bench || before.loads !== after.loads) return true;
  if (before.file !== after.file) {
    if (before.file === null) return true;
    // Nobody can go back to a file that was removed, and an edited workload is no longer the file's.
    return after.file !== null && findFile(files, before.file) !== null;
  }
  return before.view !== after.view;
}
