/** Warnings about a release that can be distributed nevertheless. */
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import type { AlbumValidation } from '../../catalogue/api/validate-action.ts';
import { artworkWarnings } from '../../catalogue/rules/album-artwork.ts';
import { featuredIn } from '../../catalogue/rules/featured-in.ts';
import { comparableIsrc, readIsrc } from '../../catalogue/rules/isrc.ts';
import { isOut } from '../../catalogue/rules/release-time.ts';
import {
  ISRCS_OF_LARGER,
  LARGEST_COMPARED,
  type ReleaseWarning,
  releaseWarnings,
  TITLES_OF_LARGER,
} from '../../catalogue/rules/release-warnings.ts';
import type { TrackWarning } from '../../catalogue/rules/track-warnings.ts';
import { isrcsOfOthers } from '../../catalogue/used-codes.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { readSettings } from '../../platform/settings.ts';
import { MAIN_ARTIST } from '../rules/completeness.ts';
import type { RequestType } from '../rules/distribution.ts';
import { namesOthers } from '../rules/featured-artists.ts';
import { messageVersionFor } from '../stores/ern/message-version.ts';
import { sells } from '../stores/store-terms.ts';
import { type Place, tracksAt } from './album-contents.ts';

export type Warning = AlbumValidation['warnings'][number];

interface Release {
  readonly album: Album;
  /** Keys of the roles of the album's artists. */
  readonly roles: readonly string[];
  /** All places of the album, in their order. */
  readonly places: readonly Place[];
  readonly type: RequestType;
  /** Ids of the DSPs that get it. */
  readonly dsps: readonly string[];
}

/** Reads only the tracks that the list of the album does not clear, and those whose ISRCs are compared. */
export async function releaseWarningsOf(store: Store, release: Release): Promise<readonly Warning[]> {
  const { album, places, type } = release;
  if (type === 'takedown') return [];
  const compared = new Set(comparedIn(places).map(({ trackId }) => trackId));
  const titled = places.filter(namesFeatured);
  const named = new Set(titled.slice(0, mostTitles(places)).map(({ trackId }) => trackId));
  const read = await tracksAt(
    store,
    places.filter(({ trackId }) => compared.has(trackId) || named.has(trackId)),
    findRecentRecords,
  );
  const tracks = read.map(({ track }) => track);
  const [featuring, copied] = await Promise.all([
    featuringOthers(
      store,
      tracks.filter(({ id }) => named.has(id)),
    ),
    deliveredByOthers(
      store,
      album,
      tracks.filter(({ id }) => compared.has(id)),
    ),
  ]);
  return [
    ...albumCodes(store, release).map((code) => warning(code, album)),
    ...places.flatMap((place) => {
      const codes = [
        ...place.warnings.filter(isShown),
        ...(featuring.has(place.trackId) ? ['featured_artist_missing' as const] : []),
        ...(copied.has(place.trackId) ? ['isrc_of_another_owner' as const] : []),
      ];
      return codes.map((code) => warning(code, album, place));
    }),
  ];
}

const isLarge = ({ length }: readonly Place[]): boolean => length > LARGEST_COMPARED;

/** Places whose ISRCs are compared. */
const comparedIn = (places: readonly Place[]): readonly Place[] =>
  isLarge(places) ? places.slice(0, ISRCS_OF_LARGER) : places;

const namesFeatured = ({ warnings }: Place): boolean => warnings.includes('featured_in_title');

const mostTitles = (places: readonly Place[]): number => (isLarge(places) ? TITLES_OF_LARGER : places.length);

function albumCodes({ now }: Store, { album, places, type, dsps, roles }: Release): ReleaseWarning[] {
  const { fields } = album;
  const { release_date: day, 'release-time': time, 'release-time-zone': zone } = fields;
  const isPast = type === 'delivery' && !fields['was-delivered'] && isOut({ day, time, zone }, now);
  const isUnsold = fields['pre-order-date'] !== null && dsps.length > 0 && !dsps.some(sells);
  const hasHiddenArtist = fields['is-compilation'] && roles.includes(MAIN_ARTIST);
  return [
    ...artworkWarnings(fields['artwork-read']),
    ...(isPast ? ['release_date_past' as const] : []),
    ...(hasHiddenArtist ? ['compilation_with_main_artist' as const] : []),
    ...(isUnsold ? ['pre_order_not_given' as const] : []),
    ...(isLarge(places) ? ['isrcs_not_compared' as const] : []),
    ...(places.filter(namesFeatured).length > mostTitles(places) ? ['titles_not_compared' as const] : []),
    ...(dsps.some(cannotGetAiUsage) ? statementsOn(album, places) : []),
  ];
}

const cannotGetAiUsage = (dsp: string): boolean =>
  !messageVersionFor(dsp, readSettings().packages).statesAiUsage;

const statementsOn = ({ fields }: Album, places: readonly Place[]): ReleaseWarning[] => [
  ...(places.some(({ isDisclosed }) => isDisclosed) ? ['ai_usage_not_sent' as const] : []),
  ...(fields['artwork-ai-usage'] === null ? [] : ['artwork_ai_usage_not_sent' as const]),
];

/**
 * What places tell. Sounds are omitted, because reviewers see what was measured.
 * @returns warnings of a request that is not a takedown.
 */
export const warningsOfPlaces = (album: Album, places: readonly Place[]): Warning[] =>
  places.flatMap((place) => {
    const codes = place.warnings.filter(isShown).filter((code) => !code.startsWith('audio_'));
    return codes.map((code) => warning(code, album, place));
  });

const isShown = (warned: TrackWarning): warned is TrackWarning & ReleaseWarning => warned in releaseWarnings;

/** @returns the ids of tracks whose title names a featured artist who is not among their artists. */
async function featuringOthers(store: Store, tracks: readonly Track[]): Promise<ReadonlySet<string>> {
  const titled = tracks.filter(({ fields }) => featuredIn(fields.title) !== undefined);
  const linkings = await linkingsOf(store, titled, { resource: trackArtists, by: 'track', isEventual: true });
  const artistsOf = ({ id, fields }: Track) => [
    ...fields.artists,
    ...(linkings.get(id) ?? []).flatMap(({ ids: { artist } }) => artist ?? []),
  ];
  const found = await findRecentRecords(store, artists, titled.flatMap(artistsOf));
  const names = new Map(found.map(({ id, fields }) => [id, fields.name]));
  const others = titled.filter((track) =>
    namesOthers(
      featuredIn(track.fields.title) ?? '',
      artistsOf(track).flatMap((id) => names.get(id) ?? []),
    ),
  );
  return new Set(others.map(({ id }) => id));
}

/** @returns the ids of tracks with the ISRC of a track of another owner that a store got. */
async function deliveredByOthers(
  { table }: Store,
  { ownerId }: Album,
  tracks: readonly Track[],
): Promise<ReadonlySet<string>> {
  const coded = tracks.flatMap(({ id, fields }) => {
    const isrc = readIsrc(comparableIsrc(fields['isrc-code'] ?? ''));
    return isrc === null ? [] : [{ id, isrc }];
  });
  const codes = [...new Set(coded.map(({ isrc }) => isrc))];
  const copied = await isrcsOfOthers(table, ownerId, codes);
  return new Set(coded.flatMap(({ id, isrc }) => (copied.has(isrc) ? [id] : [])));
}

function warning(code: ReleaseWarning, album: Album, place?: Place): Warning {
  const { says, pointer } = releaseWarnings[code];
  const subject = place ? `Track ${place.order} on disc ${place.disc}` : 'The album';
  const reason = code === 'artwork_unreadable' ? ` ${album.fields['artwork-read']?.error}` : '';
  const record = place ? { type: 'tracks', id: place.trackId } : { type: album.type, id: album.id };
  return { code, detail: `${subject} ${says}${reason}`, pointer, record };
}
