/** What a link cannot hold of what is on the bench: said when it is made, so that it never shows something else in silence. */
import { formatCount } from '../base/numbers.js';
import type { AppVisit } from './address.js';
import { type FilesStore, findFile } from './files.js';
import { lostOfHeap } from './heap-url.js';
import { linkable } from './pins-url.js';
import { MOST_SIZES, SIZES_OF_WORDS } from './sampling-url.js';

/** Sentences about the bench that a link of the visit opens; none where it shows the same. */
export function linkLacks(visit: AppVisit, files: ReturnType<FilesStore['getState']>): readonly string[] {
  switch (visit.view.bench) {
    case 'replay': {
      const left = visit.pins.pins.length - linkable(visit.pins.pins, visit.selected).length;
      return [
        ...ownFile(files, visit.selected),
        ...(left === 0
          ? []
          : [
              `${formatCount(left)} of the pinned runs ${left === 1 ? 'is' : 'are'} not in it: measured, or of another file of yours.`,
            ]),
      ];
    }
    case 'heap':
      return [...ownFile(files, visit.profile), ...lostOfHeap(visit.heap.inputs)];
    case 'sampling':
      return lostSizes(visit);
  }
}

function ownFile(files: ReturnType<FilesStore['getState']>, id: string | null): readonly string[] {
  const file = findFile(files, id);
  if (file === null || file.sample !== null) return [];
  return [`Your file ${file.name} is not in it: who opens it must open that, too.`];
}

function lostSizes({ sampling: { source, workload } }: AppVisit): readonly string[] {
  if (source.kind === 'preset') return [];
  if (workload.length > MOST_SIZES) {
    return [
      `The ${formatCount(workload.length)} sizes of this workload are not in it, it holds ${MOST_SIZES} at most: a made-up workload will stand in their place, and the page will say so.`,
    ];
  }
  if (source.kind === 'own') return [];
  return [`It holds the sizes of ${source.name}, not ${SIZES_OF_WORDS[source.sizesOf].self}.`];
}
