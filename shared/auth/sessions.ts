/** The sessions of a user: ids in one set of the access row, small enough that a hundred fit one write unit with it. */
import { randomBytes } from 'node:crypto';
import type { Item } from '../table/item.ts';

/** Row and sessions together stay under 1 KB, which is one write unit: every request writes the row. */
export const MAX_SESSIONS = 100;

/** Tell sessions of one user apart that expire in the same second. Ids are no secret: tokens are signed. */
const RANDOM_BYTES = 3;

/** @param expires epoch seconds. @returns the expiry as four bytes, then random ones, in base64url. */
export function newSessionId(expires: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(expires);
  return Buffer.concat([bytes, randomBytes(RANDOM_BYTES)]).toString('base64url');
}

/** @returns epoch seconds, 0 for what is no session id. */
export function expiryOf(sessionId: string): number {
  const bytes = Buffer.from(sessionId, 'base64url');
  return bytes.length === 4 + RANDOM_BYTES ? bytes.readUInt32BE() : 0;
}

/** An id as the row keeps it: seven bytes, where base64url would take ten. */
export const toBytes = (sessionId: string): Uint8Array => Buffer.from(sessionId, 'base64url');

/** @param row an access row. @returns ids, those that expire first before the others. */
export function sessionsOf(row: Item): readonly string[] {
  const set: unknown = row['live'];
  if (!(set instanceof Set)) return [];
  const ids = Array.from(set, (bytes) => Buffer.from(bytes as Uint8Array).toString('base64url'));
  return ids.toSorted((left, right) => expiryOf(left) - expiryOf(right));
}

/** @returns the sessions that leave a full row for a new one: those that are over, or else the oldest. */
export function sessionsToRemove(row: Item, now: Date): readonly string[] {
  const sessions = sessionsOf(row);
  const surplus = sessions.length - MAX_SESSIONS + 1;
  const isOver = (id: string) => expiryOf(id) <= now.getTime() / 1000;
  return surplus > 0 ? sessions.filter((id, place) => isOver(id) || place < surplus) : [];
}
