/** Replaces `shared/audio/fingerprint/chromaprint-binary.ts`. Bundles have no packages beside them. */
import binary from '@unimusic/chromaprint/dist/chromaprint.wasm';

export const chromaprintBinary = () => binary;
