/** Gives codes to an album and its tracks that have none, when their delivery is approved. */

import type { Album } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { hasIsrc } from '../../catalogue/rules/isrc.ts';
import { mayLackIsrc } from '../../catalogue/rules/track-lacks.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import { changed, findInOrder, type Store, save } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { required } from '../../kit/values/required.ts';
import { batchesOf } from '../../platform/batches.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { type Place, type PlacedTrack, tracksAt } from '../review/album-contents.ts';
import { type Hold, type Holder, holdNumbers, issueCodes, type Need } from './hold-numbers.ts';
import { currentSeries, type Series } from './series.ts';
import { readSeries, type SeriesRows } from './series-rows.ts';

/** For the transaction of the approval. */
export interface GivenCodes {
  readonly ofAlbum: Partial<Album['fields']>;
  readonly ofTracks: readonly Change[];
  /** Writes that fail if the codes are no longer held for the album. */
  readonly writes: readonly Write[];
}

export const noCodes: GivenCodes = { ofAlbum: {}, ofTracks: [], writes: [] };

export interface Approved {
  readonly request: DistributionRequest;
  readonly album: Album;
  /** All places of the album. */
  readonly places: readonly Place[];
}

/** Tracks that fit into the transaction of an approval, beside deliveries to all DSPs. */
const TRACKS_WITH_APPROVAL = 25;
/** Each track is one row, and beside them are the numbers and the journal of the owner's tracks. */
const TRACKS_PER_PART = 95;

/**
 * Tracks that do not fit into the transaction of the approval get their codes before it, in parts. If
 * interrupted, the call can be repeated: no track gets a second code, and no number is taken again.
 * @returns none if the request has changed, because then the approval is not written.
 * @throws codes_exhausted before any code is given.
 */
export async function giveCodes(store: Store, { request, album, places }: Approved): Promise<GivenCodes> {
  const lacking = placesWithoutCode(store, places);
  const [placed, read] = await Promise.all([
    tracksAt(store, lacking),
    readNeeded(store, { album, hasLacking: lacking.length > 0 }),
  ]);
  const { isrc, upc } = codesNeeded(store, album, placed);
  const holder = { albumId: album.id, isUnchanged: unchangedCheck(request) };
  const needs = [isrc, upc].flatMap((need) => need ?? []);
  const holds = await holdNumbers(store, { ...holder, read }, needs);
  const of = (need: Need | undefined) => holds.find(({ series }) => series === need?.series);
  const codeless = placed.flatMap(({ track }) => (hasIsrc(track.fields) ? [] : [track]));
  const ofTracks = await giveIsrcs(store, of(isrc), { holder, lacking: codeless });
  const ofAlbum = giveUpc(store, of(upc));
  return { ...noCodes, ...ofAlbum, ...ofTracks, writes: [...ofTracks.writes, ...ofAlbum.writes] };
}

const placesWithoutCode = ({ now }: Store, places: readonly Place[]): readonly Place[] =>
  currentSeries(now).isrc ? places.filter(({ lacks }) => mayLackIsrc(lacks)) : [];

/** @returns the rows of the series from which codes may be needed, by their keys. */
async function readNeeded(
  { table, now }: Store,
  { album, hasLacking }: { readonly album: Album; readonly hasLacking: boolean },
): Promise<ReadonlyMap<string, SeriesRows>> {
  const { isrc, upc } = currentSeries(now);
  const needed = [hasLacking ? isrc : undefined, needsUpc(album) ? upc : undefined];
  const reading = needed.map(async (series) =>
    series ? [[series.key.pk, await readSeries(table, series)] as const] : [],
  );
  return new Map((await Promise.all(reading)).flat());
}

const needsUpc = ({ fields }: Album): boolean => fields['upc-code'] === null;

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
    ...(upc && needsUpc(album) && { upc: { series: upc, count: 1 } }),
  };
}

function giveUpc({ now }: Store, hold: Hold | undefined): Pick<GivenCodes, 'ofAlbum' | 'writes'> {
  if (!hold) return noCodes;
  const { codes, write } = issueCodes(hold, { count: 1, isLast: true, now });
  const code = required(codes[0], 'One code is issued.');
  return { ofAlbum: { 'upc-code': code, gtin: gtinOf(code) ?? null, 'upc-given': true }, writes: [write] };
}

type GivenIsrcs = Pick<GivenCodes, 'ofTracks' | 'writes'>;

interface Lacking {
  readonly holder: Holder;
  /** All tracks without a code. */
  readonly lacking: readonly Track[];
}

async function giveIsrcs(store: Store, hold: Hold | undefined, of: Lacking): Promise<GivenIsrcs> {
  if (!hold) return noCodes;
  const first = of.lacking.slice(0, -TRACKS_WITH_APPROVAL);
  let current = hold;
  for (const part of batchesOf(first, TRACKS_PER_PART))
    current = await givePart(store, current, { ...of, part });
  const last = of.lacking.slice(first.length);
  const { changes, issued } = withIsrcs(store, current, { lacking: last, isLast: true });
  return { ofTracks: changes, writes: [issued.write] };
}

/** Rereads tracks that change concurrently and skips deleted ones. @returns what the album then holds. */
async function givePart(
  unread: Store,
  hold: Hold,
  { part, holder, lacking }: Lacking & { readonly part: readonly Track[] },
): Promise<Hold> {
  let current = hold;
  let isFirst = true;
  return decided(unread, async (store) => {
    // At first as read before, because saving fails if one has changed since.
    const left = isFirst ? part : await stillLacking(store, part);
    isFirst = false;
    if (left.length === 0) return current;
    const { changes, issued } = withIsrcs(store, current, { lacking: left, isLast: false });
    if ((await save(store, changes, [issued.write])).is === 'saved') return issued.rest;
    // Others may have the numbers by now, or another approval of the album has given some.
    const { length: count } = await stillLacking(store, lacking);
    const [again] = await holdNumbers(store, holder, [{ series: current.series, count }]);
    if (!again) return current;
    current = again;
    return 'again';
  });
}

/** @returns the current tracks without a code, in the same order. */
async function stillLacking(store: Store, some: readonly Track[]): Promise<Track[]> {
  const ids = some.map(({ id }) => id);
  return (await findInOrder(store, tracks, ids)).filter(({ fields }) => !hasIsrc(fields));
}

function withIsrcs(
  store: Store,
  hold: Hold,
  { lacking, isLast }: { readonly lacking: readonly Track[]; readonly isLast: boolean },
) {
  const issued = issueCodes(hold, { count: lacking.length, isLast, now: store.now });
  const changes = lacking.map((before, index): Change => {
    // There are fewer codes only if a track has got one in the meantime, and then nothing is saved.
    const fields = { 'isrc-code': issued.codes[index] ?? null, 'isrc-given': true };
    return { resource: tracks, before, after: changed(store, tracks, { before, fields }) };
  });
  return { changes, issued };
}
