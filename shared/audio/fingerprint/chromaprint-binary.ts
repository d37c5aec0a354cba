/** The WebAssembly of Chromaprint. `infra/bundle/chromaprint-binary.ts` replaces this in bundles. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const chromaprintBinary = (): Uint8Array<ArrayBuffer> =>
  readFileSync(fileURLToPath(import.meta.resolve('@unimusic/chromaprint/dist/chromaprint.wasm')));
