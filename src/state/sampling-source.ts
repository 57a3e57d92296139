/** Workloads from files: histograms and statistics are on the page already, traces and dumps are asked in their workers. */
import type { ProfileWorkload } from '../engine/sampling/profile-sizes.js';
import { type Workload, workloadRows } from '../engine/sampling/workload.js';
import { type FileEntry, type FilesStore, findFile } from './files.js';
import type { JobsStore } from './jobs.js';
import type { SamplingInputsStore, SizesOf } from './sampling-inputs.js';

export interface WorkloadAsker {
  ofTrace(traceId: string): Promise<Workload>;
  ofProfile(profileId: string): Promise<ProfileWorkload>;
}

export interface WorkloadLoader {
  /** Takes the sizes of an open file. */
  use(fileId: string): Promise<void>;
  /** This file was typed in: its sizes are the user's own, and part of the link. */
  typed(fileId: string): void;
  /** Takes every histogram that is opened from now on; returns the function that ends it. */
  follow(): () => void;
  readonly busy: boolean;
}

/** Files whose sizes can be taken, once they are read. */
export function hasSizes({ status, content }: FileEntry): boolean {
  return status === 'ready' && ['workload', 'trace', 'profile'].includes(content?.kind ?? '');
}

const TRACE_NOTE =
  'A page-allocator trace tells of extents (slabs and large objects), not of what the program asked for: this is the workload of a program that allocates extents. Live is what the trace never frees.';
const NOT_ACCUMULATED =
  'The dump says what is live, not what was allocated (no prof_accum): both are taken to be the same, so short-lived objects are missing.';
const DUMP_NOTE =
  'A dump is a sample itself. Each stack counts at the mean size of its objects, with the unbiased estimates of what is live and what was allocated; sizes of which no object was sampled are missing.';
const STATS_NOTE =
  'Small sizes: allocated is nrequests (nmalloc only counts what arenas hand to the caches of threads), live is curregs. Large sizes: live is curlextents.';

export function createWorkloadLoader(
  files: FilesStore,
  inputs: SamplingInputsStore,
  jobs: JobsStore,
  ask: WorkloadAsker,
): WorkloadLoader {
  let running = 0;
  let latest = 0;
  const typed = new Set<string>();

  interface Found {
    readonly workload: Workload;
    readonly sizesOf: SizesOf;
    readonly notes: readonly string[];
  }

  async function findSizes(file: FileEntry): Promise<Found | null> {
    switch (file.content?.kind) {
      case 'workload': {
        const { workload, format } = file.content;
        // What the statistics cannot tell bends every picture, so it must not stay folded away with the file.
        const traps = file.problems.map(({ sentence }) => sentence);
        const notes = format === 'malloc-stats' ? [STATS_NOTE, ...traps] : [];
        return { workload, sizesOf: 'table', notes };
      }
      case 'trace':
        return {
          workload: await ask.ofTrace(file.content.traceId),
          sizesOf: 'trace',
          notes: [TRACE_NOTE],
        };
      case 'profile': {
        const { workload, hasAllocated, mixedShare } = await ask.ofProfile(file.content.profileId);
        const notes = [DUMP_NOTE];
        if (!hasAllocated) notes.push(NOT_ACCUMULATED);
        if (mixedShare > 0) {
          const percent = (100 * mixedShare).toFixed(mixedShare < 0.1 ? 1 : 0);
          notes.push(
            `Stacks of several sizes hold ${percent} % of the bytes; the dump does not tell these sizes apart, so they count as objects of their mean size.`,
          );
        }
        return { workload, sizesOf: 'dump', notes };
      }
      default:
        return null;
    }
  }

  const loader: WorkloadLoader = {
    async use(fileId) {
      const file = findFile(files.getState(), fileId);
      if (file === null) return;
      latest += 1;
      const mine = latest;
      running += 1;
      try {
        const found = await findSizes(file);
        if (found === null || mine !== latest) return;
        if (found.workload.length === 0) {
          jobs.notify('error', `${file.name} tells of no allocation, so there is nothing to sample.`);
          return;
        }
        if (typed.has(fileId)) inputs.setRows(workloadRows(found.workload));
        else
          inputs.set({
            source: {
              kind: 'file',
              file: fileId,
              sizesOf: found.sizesOf,
              name: file.name,
              notes: found.notes,
            },
            workload: workloadRows(found.workload),
          });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        jobs.notify('error', `The sizes of ${file.name} could not be taken: ${reason}`);
      } finally {
        running -= 1;
      }
    },
    typed: (fileId) => void typed.add(fileId),
    follow() {
      const seen = new Set<string>();
      return files.subscribe((state) => {
        for (const file of state.files) {
          if (file.content?.kind !== 'workload' || file.status !== 'ready' || seen.has(file.id)) continue;
          seen.add(file.id);
          void loader.use(file.id);
        }
      });
    },
    get busy() {
      return running > 0;
    },
  };
  return loader;
}
