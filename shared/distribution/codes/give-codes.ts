/** Gives codes to an album and its tracks that have none, when their delivery is approved. */

import type { Album } from '../../catalogue/api/albums.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import { hasIsrc } from '../../catalogue/rules/isrc.ts';
import { mayLackIsrc } from '../../catalogue/rules/track-lacks.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import { type Change, unchangedCheck } from '../../kit/records/changes.ts';
import { changed, type Store } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { required } from '../../kit/values/required.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { type Place, type PlacedTrack, tracksAt } from '../contents/album-contents.ts';
import { givingWork, type LeftCodes } from '../work/giving-work.ts';
import { type Hold, holdNumbers, issueCodes, type Need } from './hold-numbers.ts';
import { currentSeries, type Series } from './series.ts';
import { readSeries, type SeriesRows } from './series-rows.ts';

/** For the transaction of the approval. */
export interface GivenCodes {
  readonly ofAlbum: Partial<Album['fields']>;
  readonly ofTracks: readonly Change[];
  /** Writes that fail if the codes are no longer held for the album. */
  readonly writes: readonly Write[];
  /** What does not fit into the transaction. Its work is among the writes. */
  readonly left?: LeftCodes & { readonly known: readonly Track[] };
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
/** An approval takes less than this. Then the function gives what it has not. */
const LEFT_TO_APPROVAL_MS = 60_000;

/**
 * Tracks that do not fit into the transaction of the approval get their codes after it, in parts, so that a rejected
 * approval gives none. The transaction takes their numbers.
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
  const holder = { albumId: album.id, isUnchanged: unchangedCheck(request), read };
  const needs = [isrc, upc].flatMap((need) => need ?? []);
  const holds = await holdNumbers(store, holder, needs);
  const of = (need: Need | undefined) => holds.find(({ series }) => series === need?.series);
  const codeless = placed.flatMap(({ track }) => (hasIsrc(track.fields) ? [] : [track]));
  const ofTracks = giveIsrcs(store, of(isrc), { request, album, lacking: codeless });
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

type GivenIsrcs = Pick<GivenCodes, 'ofTracks' | 'writes' | 'left'>;

interface Lacking extends Pick<Approved, 'request' | 'album'> {
  /** All tracks without a code. */
  readonly lacking: readonly Track[];
}

function giveIsrcs(store: Store, hold: Hold | undefined, { lacking, ...of }: Lacking): GivenIsrcs {
  if (!hold) return noCodes;
  const { codes, numbers, write } = issueCodes(hold, { count: lacking.length, isLast: true, now: store.now });
  if (lacking.length > TRACKS_WITH_APPROVAL) {
    const left: LeftCodes = {
      requestId: of.request.id,
      ownerId: of.album.ownerId,
      albumId: of.album.id,
      prefix: hold.series.prefix,
      numbers: lacking.map(({ id }, index) => [
        id,
        required(numbers[index], 'One is issued for each track.'),
      ]),
    };
    const dueAt = new Date(store.now.getTime() + LEFT_TO_APPROVAL_MS);
    return {
      ofTracks: [],
      writes: [write, givingWork.start(left, dueAt)],
      left: { ...left, known: lacking },
    };
  }
  const changes = lacking.map((before, index): Change => {
    // There are fewer codes only if a track has got one in the meantime, and then nothing is saved.
    const fields = { 'isrc-code': codes[index] ?? null, 'isrc-given': true };
    return { resource: tracks, before, after: changed(store, tracks, { before, fields }) };
  });
  return { ofTracks: changes, writes: [write] };
}
