/**
 * Reviews look again at a request as soon as the sound of one of its tracks changes. Otherwise, a request that is held
 * would wait for the next reminder.
 */
import type { Album } from '../../catalogue/api/albums.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { type Deciding, plain } from '../../kit/records/deciding.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { readSettings } from '../../platform/settings.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { isRequested } from '../contents/album-requests.ts';
import { reviewWork } from '../work/review-work.ts';
import { watchedWith } from './watched-releases.ts';

/** Only the last requests of an album are looked at, and an album has at most one that is open. */
const MAX_REQUESTS = 20;
/** Beside a track on many requested albums, the transaction has room for so many reviews. */
const MAX_RESUMED = 5;

const isHolding = (): boolean => readSettings().holdAudioMatches && readSettings().qaMode === 'auto';

/** @returns writes for the transaction that changes the sound of the track. */
export async function reviewsOfTrack(
  store: Store & Deciding,
  track: Pick<Track, 'id' | 'ownerId'>,
): Promise<readonly Write[]> {
  if (!isHolding()) return [];
  return reviewsOf(store, await watchedWith(store, track));
}

/** @param watched albums, of which those with an open request are looked at. */
export async function reviewsOf(
  store: Store & Deciding,
  watched: readonly Album[],
): Promise<readonly Write[]> {
  const requested = isHolding() ? watched.filter(isRequested) : [];
  if (requested.length === 0) return [];
  const reading = plain(store);
  const linkings = await linkingsOf(reading, requested, { resource: distributionRequests, by: 'album' });
  const ids = [...linkings.values()].flatMap((own) => own.slice(-MAX_REQUESTS).map(({ id }) => id));
  // Requests that are decided have no review. Those that have one are read again, so that the write holds it.
  const found = (await reading.table.getMany(ids.map(reviewWork.key), true)).map(reviewWork.read);
  const keys = found.slice(0, MAX_RESUMED).map(({ requestId }) => reviewWork.key(requestId));
  const reviews = (await store.table.getMany(keys, true)).map(reviewWork.read);
  return reviews
    .filter((each) => !isStillToLook(each, store.now))
    .map(({ requestId, ownerId }) => reviewWork.start({ requestId, ownerId }, store.now));
}

type Review = ReturnType<typeof reviewWork.read>;

/** Its first look follows at the time that the stage gives owners for corrections. */
const isStillToLook = ({ position, nextAttemptAt }: Review, now: Date): boolean =>
  position === 0 && nextAttemptAt > now.toISOString();
