/** Event ids are made of the change they tell of, so that reading the stream twice yields the same event once. */
import { createHash } from 'node:crypto';
import type { StoredRecord } from '../declare/fields.ts';

/** @param after the record as the change left it: a version of a record is written once. */
export function eventIdOf({ type, id, version }: StoredRecord, eventType: string): string {
  const hash = createHash('sha256').update([type, id, version, eventType].join('\n')).digest('hex');
  // The form of a UUID of version 8 (RFC 9562, section 5.8): bits of our own making around its two marks.
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `evt_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
