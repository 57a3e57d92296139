/** Gives names by binaries to the open dumps: whenever a dump or a binary comes or goes, what lacks names is asked again. */
import type { ModuleMatch } from '../engine/profile/image-match.js';
import type { Problem } from '../formats/format.js';
import type { BinaryInfo } from '../formats/elf/binary.js';
import type { HeapClient } from '../workers/heap.client.js';
import type { SymbolsClient } from '../workers/symbols.client.js';
import { type FilesStore, type FileEntry, profilesOf, updateFile } from './files.js';
import type { JobsStore } from './jobs.js';
import type { BinaryKeeper } from './open-files.js';

export interface Symboliser extends BinaryKeeper {
  readonly busy: boolean;
  idle(): Promise<void>;
  /** The heap worker has lost all names. */
  forget(): void;
  dispose(): void;
}

const JOB = 'symbols';

export function createSymboliser(
  files: FilesStore,
  jobs: JobsStore,
  heap: Pick<HeapClient, 'places' | 'addNames'>,
  symbols: SymbolsClient,
  onNames: () => void,
): Symboliser {
  /** Binaries in the order in which the worker numbers them. */
  let order: readonly string[] = [];
  /** Binaries that each dump was last asked about. */
  const asked = new Map<string, string>();
  let running: Promise<void> | null = null;
  let adding = 0;
  const matched = new Map<string, readonly ModuleMatch[]>();

  const next = () =>
    profilesOf(files.getState()).find(
      ({ content }) => (asked.get(content.profileId) ?? '') !== order.join(' '),
    );

  async function drain(): Promise<void> {
    for (let file = next(); file !== undefined; file = next()) {
      // oxlint-disable-next-line no-await-in-loop -- one dump at a time
      await nameOne(file.content.profileId, file.name);
    }
    tellMatches();
  }

  async function nameOne(profileId: string, name: string): Promise<void> {
    const binaries = order;
    asked.set(profileId, binaries.join(' '));
    const abort = new AbortController();
    jobs.start({
      id: JOB,
      name: `Naming the frames of ${name}`,
      total: 1,
      unit: 'events',
      countedUnit: 'events',
      cancel: () => abort.abort(),
    });
    try {
      const { words, mappings } = await heap.places(profileId);
      const found = await symbols.symbolise(
        words,
        mappings,
        (share) => jobs.progress(JOB, share, share),
        abort.signal,
      );
      matched.set(
        profileId,
        found.matches.map((match) => match),
      );
      usedBy(profileId, found.matches, binaries);
      await heap.addNames(profileId, found.names);
      for (const problem of found.problems.slice(0, 1)) jobs.notify('error', problem);
      if (found.mangledBecause !== null) jobs.notify('error', `Names stay mangled: ${found.mangledBecause}.`);
      onNames();
    } catch (error) {
      if (!abort.signal.aborted) {
        jobs.notify(
          'error',
          `The frames could not be named: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    } finally {
      jobs.end(JOB);
    }
  }

  /** Modules that each binary names, by dump. */
  const uses = new Map<string, Map<string, readonly string[]>>();
  function usedBy(profileId: string, matches: readonly ModuleMatch[], binaries: readonly string[]): void {
    for (const [row, id] of binaries.entries()) {
      const own = matches
        .filter(({ image, debug }) => image === row || debug === row)
        .map(({ path }) => path);
      const dumps = uses.get(id) ?? new Map<string, readonly string[]>();
      dumps.set(profileId, own);
      uses.set(id, dumps);
    }
  }

  /** Writes beside each binary what it names, or why it names nothing. */
  function tellMatches(): void {
    const dumps = profilesOf(files.getState());
    for (const file of files.getState().files) {
      const { content } = file;
      if (content?.kind !== 'binary') continue;
      const modules = new Set(
        dumps.flatMap((dump) => uses.get(content.binaryId)?.get(dump.content.profileId) ?? []),
      );
      const problems =
        dumps.length > 0 && modules.size === 0
          ? [misfit(file, dumps.map(({ content: c }) => matched.get(c.profileId) ?? []).flat())]
          : [];
      updateFile(files, file.id, { content: { ...content, modules: [...modules] }, problems });
    }
  }

  function wake(): void {
    if (running !== null || next() === undefined) return;
    running = drain().finally(() => {
      running = null;
      wake();
    });
  }

  const unfollow = files.subscribe(() => {
    if (order.length > 0 || asked.size > 0) wake();
  });

  const symboliser: Symboliser = {
    async addBinary(binaryId, blob, name) {
      adding += 1;
      try {
        const added = await symbols.addBinary(binaryId, blob, name, [], new AbortController().signal);
        if (added.kind === 'unusable') throw new Error(added.message);
        order = [...order.filter((id) => id !== binaryId), binaryId];
        return { buildId: added.info.buildId, description: describe(added.info), modules: [] };
      } finally {
        adding -= 1;
      }
    },
    removeBinary(binaryId) {
      symbols.removeBinary(binaryId);
      order = order.filter((id) => id !== binaryId);
      wake();
      return Promise.resolve();
    },
    forget() {
      asked.clear();
    },
    get busy() {
      return running !== null || adding > 0;
    },
    idle: () => (running === null ? Promise.resolve() : running.then(() => symboliser.idle())),
    dispose() {
      unfollow();
      symbols.dispose();
    },
  };
  return symboliser;
}

function describe(info: BinaryInfo): string {
  const parts = [
    info.kind,
    `${info.symbols.toLocaleString('en-US')} ${info.onlyDynamic ? 'exported symbols only' : 'symbols'}`,
    info.hasLines ? 'with lines' : 'no lines',
  ];
  return [...parts, ...info.notes].join(', ');
}

function misfit(file: FileEntry, matches: readonly ModuleMatch[]): Problem {
  const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const same = matches.find(({ path, problem }) => problem !== null && base(path) === base(file.name));
  return {
    kind: 'binary-unused',
    severity: 'warning',
    count: 1,
    lines: [],
    sentence:
      same === undefined
        ? 'No open dump has a module of this name in its memory map, so it names nothing. Rename it as it was called when the program ran.'
        : `It has the name of a module of the dump, but ${same.problem}. Drop the very file that ran.`,
  };
}
