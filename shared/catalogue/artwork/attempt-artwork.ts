/** One attempt to read the artwork of an album, and to keep what was read. */
import { findRecord, type Store, storeOf } from '../../kit/records/store.ts';
import type { Attempt, Outcome } from '../../kit/work/attempt.ts';
import { isHeld } from '../../kit/work/due.ts';
import { readRetryGaps } from '../../kit/work/retry-gaps.ts';
import { nextAttemptAt } from '../../kit/work/schedule.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Album, albums } from '../api/albums.ts';
import { validationWork } from '../masters/validation-work.ts';
import { type AlbumArtwork, failedArtwork } from '../rules/album-artwork.ts';
import { type ArtworkReading, artworkWork } from './artwork-work.ts';
import { type ArtworkRead, readArtwork } from './read-artwork.ts';
import { recordArtwork } from './record-artwork.ts';

export interface ReadingArtwork extends Attempt<ArtworkReading> {
  readonly api: Store['api'];
  readonly requestTimeoutMs?: number;
}

interface ArtworkLine {
  readonly message: 'artwork.read';
  /** The file could not be read. */
  readonly level?: 'warn';
  readonly tenant: string;
  readonly albumId: string;
  /** 'pending' if another attempt follows. */
  readonly outcome: AlbumArtwork['status'];
  readonly reason?: string;
}

const TIMEOUT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 10_000;
const CHECK_MS = 10_000;

export async function attemptArtwork(reading: ReadingArtwork): Promise<Outcome<ArtworkReading, ArtworkLine>> {
  const { api, table, now, claimed, lease, requestTimeoutMs = REQUEST_TIMEOUT_MS } = reading;
  await lease.takeSlot();
  const album = await findRecord({ table }, albums, claimed.albumId);
  const url = album?.fields.artwork;
  if (!album || !url) return 'gone';
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const read = await readArtwork(url, { allowedCidrs, requestTimeoutMs, signal, checkMs: CHECK_MS });
  const isWorth = read.is === 'failed' || (read.is === 'read' && read.isLate);
  const again = isWorth ? nextAttempt(reading) : null;
  if (again)
    return {
      is: 'again',
      next: artworkWork.next(claimed, again),
      line: lineOf(album, 'pending', reasonOf(read)),
    };
  const artwork = read.is === 'read' ? read.artwork : failedArtwork(url, failureOf(read));
  const end = { ...artworkWork.end(album.id), condition: isHeld(claimed) };
  const recorded = await recordArtwork(storeOf(api, { table, now: now() }), { album, artwork }, [end]);
  if (recorded === 'gone') return 'gone';
  if (recorded === 'recorded') return { is: 'recorded', line: lineOf(album, artwork.status, reasonOf(read)) };
  // The owner has replaced the file, or a validation has read it. Read the current one.
  const next = artworkWork.next({ ...claimed, position: -1 }, now());
  return { is: 'again', next, line: lineOf(album, 'pending') };
}

const nextAttempt = ({ claimed, now, random }: ReadingArtwork): Date | null =>
  nextAttemptAt({
    gaps: readRetryGaps(validationWork),
    attempts: claimed.position + 1,
    now: now(),
    random: random(),
  });

function reasonOf(read: ArtworkRead): string | undefined {
  return read.is === 'read' ? (read.artwork.error ?? undefined) : failureOf(read);
}

const failureOf = (read: Exclude<ArtworkRead, { readonly is: 'read' }>): string =>
  read.is === 'failed' ? read.reason : read.errors.join(' ');

const lineOf = ({ ownerId, id }: Album, outcome: ArtworkLine['outcome'], reason?: string): ArtworkLine => ({
  message: 'artwork.read',
  ...(reason !== undefined && { level: 'warn', reason }),
  tenant: ownerId,
  albumId: id,
  outcome,
});
