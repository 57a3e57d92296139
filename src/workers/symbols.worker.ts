import { expose } from 'comlink';
import wasmAddress from 'gecko-profiler-demangle/index_bg.wasm?url';
import { createSymbolsService } from './symbols.service.js';

expose(
  createSymbolsService(async () => {
    const response = await fetch(wasmAddress);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }),
);
