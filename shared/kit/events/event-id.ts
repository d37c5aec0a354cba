/** Derives event ids from changes, so that reading the stream twice yields the same events. */
import { createHash } from 'node:crypto';
import type { StoredRecord } from '../declare/fields.ts';

/** @param after the record after the change. Each version is written only once. */
export function eventIdOf({ type, id, version }: StoredRecord, eventType: string): string {
  const hash = createHash('sha256').update([type, id, version, eventType].join('\n')).digest('hex');
  // UUID version 8 (RFC 9562, section 5.8), whose bits are free except for version and variant.
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `evt_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
