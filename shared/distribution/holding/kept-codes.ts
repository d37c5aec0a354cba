/**
 * Albums and tracks that lose a code. One that stores have, or may be getting, stays with its owner
 * (shared/catalogue/former-isrcs.ts, former-upcs.ts).
 */
import type { Album, albums } from '../../catalogue/api/albums.ts';
import type { Track, tracks } from '../../catalogue/api/tracks.ts';
import { artistsOf } from '../../catalogue/contents/track-contents.ts';
import { keepIsrcs, playingArtists } from '../../catalogue/former-isrcs.ts';
import { deliveredUpc, keepUpcs } from '../../catalogue/former-upcs.ts';
import { albumsOf, linksOf } from '../../catalogue/hooks/track-releases.ts';
import { isSameIsrc, readIsrc } from '../../catalogue/rules/isrc.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import type { DecidingContext, Rule, Sent } from '../../kit/crud/write/hooks.ts';
import { unheld } from '../../kit/records/deciding.ts';
import { pendingDeliveries } from '../counters.ts';

/** What stays of a track without its code. */
interface LostIsrcs {
  /** In any spelling. */
  readonly codes: readonly (string | null)[];
  /** Ids of those who play on it. */
  readonly artists: readonly string[];
}

export interface LoadedLoss {
  /** Undefined if the track keeps its code. */
  readonly lost: LostIsrcs | undefined;
}

export const keptIsrc: Rule<typeof tracks, LoadedLoss> = ({ before }, { lost }) =>
  before && lost && { writes: keepIsrcs(before, lost) };

/** What a track loses by a request. */
export async function lostBy(
  sent: Sent<typeof tracks>,
  context: DecidingContext,
): Promise<LostIsrcs | undefined> {
  const code = sent.isSent('isrc-code') ? await sent.valid('isrc-code') : undefined;
  const before = code === undefined ? undefined : await sent.before;
  if (!before || isSameIsrc(code, before.fields['isrc-code'])) return undefined;
  const reading = unheld(context, 'Only the pending deliveries of its albums count.');
  const releases = await albumsOf(reading, await linksOf(context, before));
  const codes = isrcsInStores(before, releases).filter((lost) => !isSameIsrc(lost, code));
  return { codes, artists: await playingOn(context, before, codes) };
}

/** @returns the ids of those who play on a track that loses codes, for trends. None if it loses none that a store may have. */
export async function playingOn(
  context: DecidingContext,
  track: Track,
  lost: readonly (string | null)[],
): Promise<readonly string[]> {
  if (lost.every((code) => readIsrc(code) === null)) return [];
  const { linkings } = await artistsOf(
    unheld(context, 'Trends list only the artists that were found.'),
    track,
  );
  return playingArtists(linkings);
}

/**
 * A hand-over that is under way has read the code before the delivery ends, which can be minutes later.
 * @param releases the albums of the track. The write holds their counts.
 * @returns the codes with which stores have the track, or may be getting it.
 */
export const isrcsInStores = ({ fields }: Track, releases: readonly Album[]): (string | null)[] => [
  fields['delivered-isrc'],
  ...(releases.filter(isArriving).length > 0 ? [fields['isrc-code']] : []),
];

const isArriving = (album: Album): boolean => pendingDeliveries.of(album) > 0;

export const keptUpc: Rule<typeof albums, object> = ({ before, valid }) => {
  const code = valid('upc-code');
  if (!before || code === undefined) return undefined;
  const gtin = gtinOf(code) ?? null;
  if (gtin === before.fields.gtin) return undefined;
  const lost = upcsInStores(before).filter((each) => gtinOf(each) !== gtin);
  return { writes: keepUpcs(before, lost) };
};

/** For the deletion of an album. */
export const keepUpcsOf = (album: Album) => keepUpcs(album, upcsInStores(album));

/** @returns the codes with which stores have the album, or may be getting it. */
const upcsInStores = (album: Album): (string | null)[] => [
  deliveredUpc(album),
  ...(isArriving(album) ? [album.fields['upc-code']] : []),
];
