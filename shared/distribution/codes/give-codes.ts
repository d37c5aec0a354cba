/** Gives codes to an album and its tracks that have none, when their delivery is approved. */
import type { Album } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { hasIsrc } from '../../catalogue/rules/isrc.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changed, findRecords, retried, type Store, save } from '../../kit/records/store.ts';
import { throwIfAny } from '../../kit/values/problems.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { PlacedTrack } from '../review/album-contents.ts';
import { currentSeries, type Series } from './series.ts';
import { exhausted, type Need, shortages, takeCodes } from './take-codes.ts';

/** For the transaction of the approval. */
export interface GivenCodes {
  readonly ofAlbum: Partial<Album['fields']>;
  readonly ofTracks: readonly Change[];
}

export const noCodes: GivenCodes = { ofAlbum: {}, ofTracks: [] };

/** Tracks that fit into the transaction of an approval, beside deliveries to all DSPs. */
const TRACKS_WITH_APPROVAL = 25;
/** Each track is one row. */
const TRACKS_PER_PART = 50;

/**
 * Tracks that do not fit into the transaction of the approval get their codes before it, in parts. If interrupted, the
 * call can be repeated: no track gets a second code.
 * @throws codes_exhausted before any code is given.
 */
export async function giveCodes(
  store: Store,
  album: Album,
  placed: readonly PlacedTrack[],
): Promise<GivenCodes> {
  const needs = codesNeeded(store, album, placed);
  throwIfAny((await shortages(store.table, Object.values(needs))).map(exhausted));
  const lacking = placed.flatMap(({ track }) => (hasIsrc(track.fields) ? [] : [track]));
  const { isrc, upc } = needs;
  return {
    ofTracks: isrc ? await giveIsrcs(store, isrc.series, lacking) : [],
    ofAlbum: upc ? await upcOf(store, upc) : {},
  };
}

/** Series of codes that the release lacks. */
export function codesNeeded(
  { now }: Pick<Store, 'now'>,
  album: Album,
  placed: readonly PlacedTrack[],
): Partial<Record<Series['kind'], Need>> {
  const { isrc, upc } = currentSeries(now);
  const count = placed.filter(({ track }) => !hasIsrc(track.fields)).length;
  return {
    ...(isrc && count > 0 && { isrc: { series: isrc, count } }),
    ...(upc && album.fields['upc-code'] === null && { upc: { series: upc, count: 1 } }),
  };
}

async function upcOf({ table }: Store, need: Need): Promise<GivenCodes['ofAlbum']> {
  const [code = ''] = await takeCodes(table, need);
  return { 'upc-code': code, gtin: gtinOf(code) ?? null, 'upc-given': true };
}

async function giveIsrcs(store: Store, series: Series, lacking: readonly Track[]): Promise<Change[]> {
  for (const part of batchesOf(lacking.slice(0, -TRACKS_WITH_APPROVAL), TRACKS_PER_PART))
    await givePart(store, series, part);
  return withIsrcs(store, series, lacking.slice(-TRACKS_WITH_APPROVAL));
}

/** Rereads tracks that change concurrently and skips deleted ones. */
async function givePart(store: Store, series: Series, part: readonly Track[]): Promise<void> {
  const ids = part.map(({ id }) => id);
  await retried(async () => {
    const found = await findRecords(store, tracks, ids);
    const lacking = found.filter(({ fields }) => !hasIsrc(fields));
    if (lacking.length === 0) return 'given';
    return (await save(store, await withIsrcs(store, series, lacking))).is === 'saved' ? 'given' : 'again';
  });
}

async function withIsrcs(store: Store, series: Series, lacking: readonly Track[]): Promise<Change[]> {
  const codes = await takeCodes(store.table, { series, count: lacking.length });
  return lacking.map((before, index) => {
    const fields = { 'isrc-code': codes[index] ?? null, 'isrc-given': true };
    return { resource: tracks, before, after: changed(store, tracks, { before, fields }) };
  });
}
