/** The sessions of a user: short ids in a set on the access row. 100 of them fit in one write unit. */
import { randomBytes } from 'node:crypto';
import type { Item } from '../../kit/table/item.ts';

/** Keeps the row under 1 KB, the size of one write unit, because every request writes it. */
const MAX_SESSIONS = 100;

/** Distinguishes sessions that expire in the same second. Ids need not be secret, as tokens are signed. */
const RANDOM_BYTES = 3;

/** @param expires epoch seconds. @returns four bytes of expiry and three random ones, in base64url. */
export function newSessionId(expires: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(expires);
  return Buffer.concat([bytes, randomBytes(RANDOM_BYTES)]).toString('base64url');
}

/** @returns epoch seconds, or 0 if the text is not a session id. */
export function expiryOf(sessionId: string): number {
  const bytes = Buffer.from(sessionId, 'base64url');
  return bytes.length === 4 + RANDOM_BYTES ? bytes.readUInt32BE() : 0;
}

/** @returns the id as stored: seven bytes instead of ten characters. */
export const toBytes = (sessionId: string): Uint8Array => Buffer.from(sessionId, 'base64url');

/** @param row an access row. @returns session ids, ordered by expiry. */
export function sessionsOf(row: Item): readonly string[] {
  const set: unknown = row['live'];
  if (!(set instanceof Set)) return [];
  const ids = Array.from(set, (bytes) => Buffer.from(bytes as Uint8Array).toString('base64url'));
  return ids.toSorted((left, right) => expiryOf(left) - expiryOf(right));
}

/** @returns the sessions to remove from a full row before adding one: expired ones, or else the oldest. */
export function sessionsToRemove(row: Item, now: Date): readonly string[] {
  const sessions = sessionsOf(row);
  const surplus = sessions.length - MAX_SESSIONS + 1;
  const isExpired = (id: string) => expiryOf(id) <= now.getTime() / 1000;
  return surplus > 0 ? sessions.filter((id, index) => isExpired(id) || index < surplus) : [];
}
