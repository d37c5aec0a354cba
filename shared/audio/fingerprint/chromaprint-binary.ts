/** The WebAssembly module of Chromaprint from its package. In bundles, `infra/bundle/chromaprint-binary.ts` replaces this. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const chromaprintBinary = (): Uint8Array<ArrayBuffer> =>
  readFileSync(fileURLToPath(import.meta.resolve('@unimusic/chromaprint/dist/chromaprint.wasm')));
