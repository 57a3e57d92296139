/** What is looked into: the selected trace under the newest settings, and whether its replay has ended. Pure. */
import type { InspectRequest } from '../workers/inspect.api.js';
import type { InspectClient } from '../workers/inspect.client.js';
import { type Files, selectedTrace } from './files.js';
import type { InsideInputs } from './inside-inputs.js';
import type { ReplayInputs } from './replay-inputs.js';
import type { Results } from './results.js';

export interface Target {
  readonly key: string;
  readonly request: InspectRequest;
  readonly name: string;
  readonly events: number;
  readonly shards: number;
}

/** What the worker holds now. Shared by those who ask it; only the opener writes. */
export interface Opening {
  inspector: InspectClient | null;
  target: Target | null;
  /** Counts openings: answers of an older one are dropped. */
  generation: number;
}

/** What is looked into does not depend on how many snapshots there are, nor on their places. */
function keyOf(fileId: string, { options, hpaOnly, shards }: ReplayInputs): string {
  return JSON.stringify([fileId, options, hpaOnly, shards]);
}

/** What the newest settings ask to look into; null where there is no trace. */
export function wantedTarget(files: Files, inputs: ReplayInputs): Target | null {
  const trace = selectedTrace(files);
  if (trace === null) return null;
  const { options, hpaOnly, shards } = inputs;
  return {
    key: keyOf(trace.id, inputs),
    request: { traceId: trace.content.traceId, options, mode: { hpaOnly, shards } },
    name: trace.name,
    events: trace.content.events,
    shards: shards ?? trace.content.shards,
  };
}

/** The replay of the newest settings has ended, and they are the target's. */
export function isReplayed({ run, asked, status }: Results, target: Target): boolean {
  if (status !== 'done' || run === null || run.inputs === null || run.key !== asked) return false;
  return run.complete && keyOf(run.fileId, run.inputs) === target.key;
}

/** The cursor, kept within the trace. */
export function eventsOf({ events }: InsideInputs, total: number): number {
  return Math.min(events ?? total, total);
}

/** The shard, kept within those there are. */
export function shardOf({ shard }: InsideInputs, shards: number): number {
  return Math.min(shard, shards - 1);
}
