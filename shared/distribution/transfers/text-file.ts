/** A text as a file for a store. */
import { createHash } from 'node:crypto';
import type { PlacedFile } from '../stores/connected/store-files.ts';

export function textFile(path: string, text: string): PlacedFile {
  const bytes = Buffer.from(text);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return {
    path,
    bytes: bytes.length,
    sha256,
    read: async function* (from) {
      yield bytes.subarray(from);
    },
  };
}
