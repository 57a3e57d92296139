/** Opens binaries once and asks them for names. */
import { transfer } from 'comlink';
import { matchModules } from '../engine/profile/image-match.js';
import { symbolisedBuffers } from '../engine/profile/symbolised.js';
import { type Binary, openBinary } from '../formats/elf/binary.js';
import { type Demangler, loadDemangler, PLAIN_NAMES } from '../formats/elf/demangle.js';
import { blobAccess } from '../formats/elf/random-access.js';
import { symbolise } from '../formats/elf/symbolise.js';
import type { SymbolsApi } from './symbols.api.js';

/** @param wasm the bytes of the demangler, asked for when the first binary comes */
export function createSymbolsService(wasm: () => Promise<Uint8Array<ArrayBuffer>>): SymbolsApi {
  const binaries = new Map<string, Binary>();
  let demangling: Promise<{ readonly demangler: Demangler; readonly failure: string | null }> | null = null;
  const loadOnce = () => {
    demangling ??= wasm()
      .then(loadDemangler)
      .then(
        (demangler) => ({ demangler, failure: null }),
        (error: unknown) => ({
          demangler: PLAIN_NAMES,
          failure: `the demangler could not be loaded (${error instanceof Error ? error.message : String(error)})`,
        }),
      );
    return demangling;
  };
  return {
    async addBinary(id, file, name, mappings) {
      binaries.delete(id);
      const { demangler } = await loadOnce();
      const result = await openBinary(blobAccess(file), name, demangler);
      if (!result.ok) return { kind: 'unusable', message: result.error };
      const opened = result.value;
      binaries.set(id, opened);
      const all = [...binaries.values()];
      const own = all.indexOf(opened);
      const matches = matchModules(
        mappings,
        all.map(({ info }) => info),
      );
      // Where it does not fit, no row tells whose name it was: ask again for this file alone.
      const alone = matchModules(mappings, [opened.info]).filter(({ image }) => image < 0);
      return {
        kind: 'binary',
        info: opened.info,
        matchedModules: [...matches.filter(({ image, debug }) => image === own || debug === own), ...alone],
      };
    },
    removeBinary(id) {
      binaries.delete(id);
      return Promise.resolve();
    },
    async symbolise(words, mappings, onProgress) {
      const { failure } = await loadOnce();
      const found = await symbolise(words, mappings, [...binaries.values()], onProgress);
      return transfer({ ...found, mangledBecause: failure }, symbolisedBuffers(found.names));
    },
  };
}
