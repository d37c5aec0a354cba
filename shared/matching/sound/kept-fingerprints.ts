/** Stores the fingerprints of a track, each in rows of half an hour, so that no row exceeds 400 KB. */
import * as v from 'valibot';
import type { Item } from '../../kit/table/item.ts';
import type { Key } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { batchesOf } from '../../platform/batches.ts';
import { trackSoundKey } from '../keys.ts';
import type { AtSpeed } from '../rules/sound/equal-ranges.ts';
import type { Fingerprint } from '../rules/sound/sub-fingerprint.ts';

/**
 * The speeds at which a submitted track is compared: its own, and those that undo a change by up to 2 %. The
 * index has released tracks at their own speed.
 */
export const SPEEDS = [1, 0.98, 0.99, 1.01, 1.02] as const;

/** Half an hour of sub-fingerprints. Base64 of them has 78 KB. */
const PER_ROW = 14_540;

const rowSchema = v.object({
  /** The content of which it is the fingerprint. Rows of two contents are never combined. */
  content: v.string(),
  /** The number of rows of the fingerprint. */
  rows: v.number(),
  /** Little-endian numbers of 32 bits, in base64. */
  items: v.string(),
});

/** @returns the rows of a fingerprint, which replace those of an earlier one. */
export function fingerprintRows(
  trackId: string,
  { speed, fingerprint }: AtSpeed,
  content: string,
): (Item & Key)[] {
  // The fingerprint of less than three seconds is empty, but must be stored, too.
  const parts = fingerprint.length === 0 ? [[]] : batchesOf([...fingerprint], PER_ROW);
  return parts.map((part, index) => ({
    ...trackSoundKey(trackId, `${fingerprintPrefix(speed)}${String(index).padStart(2, '0')}`),
    content,
    rows: parts.length,
    items: bytesOf(Uint32Array.from(part)).toString('base64'),
  }));
}

const FINGERPRINT = 'fingerprint#';

const fingerprintPrefix = (speed: number): string => `${FINGERPRINT}${speed.toFixed(2)}#`;

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** @returns undefined if there is none, or if it is being replaced. */
export async function readFingerprint(
  table: Table,
  trackId: string,
  speed: number,
): Promise<{ readonly fingerprint: Fingerprint; readonly content: string } | undefined> {
  const partition = trackSoundKey(trackId, '').pk;
  const items = await table.query({ partition, prefix: fingerprintPrefix(speed) });
  const rows = items.map((row) => v.parse(rowSchema, row));
  const [first] = rows;
  if (!first) return undefined;
  const whole = rows.slice(0, first.rows);
  if (whole.length < first.rows || whole.some(({ content }) => content !== first.content)) return undefined;
  const bytes = Buffer.concat(whole.map(({ items }) => Buffer.from(items, 'base64')));
  // A copy, because the numbers must be aligned.
  return { fingerprint: new Uint32Array(new Uint8Array(bytes).buffer), content: first.content };
}

/** @returns the fingerprints of the content at all speeds, its own first; undefined if any is missing. */
export async function readFingerprints(
  table: Table,
  trackId: string,
  content: string,
): Promise<AtSpeed[] | undefined> {
  const fingerprints = await Promise.all(SPEEDS.map((speed) => readFingerprint(table, trackId, speed)));
  const all = fingerprints.flatMap((each, index) =>
    each?.content === content ? [{ speed: SPEEDS[index] ?? 1, fingerprint: each.fingerprint }] : [],
  );
  return all.length === SPEEDS.length ? all : undefined;
}
