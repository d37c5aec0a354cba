/** Warnings about a release that can be distributed nevertheless. */
import type { Album } from '../../catalogue/api/albums.ts';
import { artists } from '../../catalogue/api/artists.ts';
import { trackArtists } from '../../catalogue/api/credited-artists.ts';
import { type Track, tracks } from '../../catalogue/api/tracks.ts';
import type { AlbumValidation } from '../../catalogue/api/validate-action.ts';
import { deliveredUpc } from '../../catalogue/former-upcs.ts';
import { artworkWarnings } from '../../catalogue/rules/album-artwork.ts';
import { featuredIn } from '../../catalogue/rules/featured-in.ts';
import { isrcOfTrack } from '../../catalogue/rules/isrc.ts';
import { isOut } from '../../catalogue/rules/release-time.ts';
import type { TrackWarning } from '../../catalogue/rules/track-warnings.ts';
import { isHighPlace, isLateYear } from '../../catalogue/rules/unusual-numbers.ts';
import { gtinOf } from '../../catalogue/rules/upc.ts';
import { titleBeforeVersion } from '../../catalogue/rules/version-in-title.ts';
import {
  ISRCS_OF_LARGER,
  LARGEST_COMPARED,
  type ReleaseWarning,
  releaseWarnings,
  TITLES_OF_LARGER,
  type WarningDefinition,
} from '../../catalogue/rules/warning-codes.ts';
import { isrcsOfOthers } from '../../catalogue/used-codes.ts';
import { messageVersionFor } from '../../ern/write/message-version.ts';
import { sells } from '../../ern/write/store-terms.ts';
import { linkingsOf } from '../../kit/records/linked-records.ts';
import { findRecentRecords, type Store } from '../../kit/records/store.ts';
import { once } from '../../platform/once.ts';
import { readSettings } from '../../platform/settings.ts';
import { dspById } from '../../reference/data/dsps.ts';
import { versionNameOf } from '../../reference/data/versions.ts';
import { type Place, type PlacedTrack, tracksAt } from '../contents/album-contents.ts';
import { openRequests } from '../counters.ts';
import { MAIN_ARTIST } from '../rules/completeness.ts';
import type { RequestType } from '../rules/distribution.ts';
import { namesOthers } from '../rules/featured-artists.ts';
import { countryChangesOf } from './country-changes.ts';
import { repeatedIsrcs } from './repeated-isrcs.ts';
import { countrySentence } from './shown-countries.ts';

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
  /** Ids of the countries; none for all. */
  readonly countries: readonly string[];
  /** Whether the ISRCs of all its tracks are compared. By default, only the first of an album with many are. */
  readonly isWhole?: boolean;
}

/** Reads only the tracks that the list of the album does not clear, and those whose ISRCs are compared. */
export async function releaseWarningsOf(store: Store, release: Release): Promise<readonly Warning[]> {
  if (release.type === 'takedown') return [];
  const { places } = release;
  const [compared, named] = [comparedIn(release), namedIn(release)];
  const read = await tracksAt(
    store,
    places.filter((place) => compared.has(place.trackId) || named.has(place.trackId)),
    findRecentRecords,
  );
  const [warnings = []] = await warningsOfReleases(store, [{ ...release, placed: read }]);
  return warnings;
}

/** A release of a request that is not a takedown. */
interface ReadRelease extends Release {
  /** At least the tracks that are compared, or all. */
  readonly placed: readonly PlacedTrack[];
}

/** @returns the warnings of each release. Other data that they need is read together. */
export async function warningsOfReleases(
  store: Store,
  releases: readonly ReadRelease[],
): Promise<(readonly Warning[])[]> {
  const byOwner = [...Map.groupBy(releases, ({ album }) => album.ownerId)];
  const found = byOwner.map(async ([ownerId, own]) => {
    const [featuring, copied] = await Promise.all([
      featuringOthers(store, own.flatMap(tracksIn(namedIn))),
      deliveredByOthers(store, ownerId, own.flatMap(tracksIn(comparedIn))),
    ]);
    return { featuring, copied };
  });
  const all = await Promise.all(found);
  const featuring = new Set(all.flatMap((each) => [...each.featuring]));
  const copied = new Set(all.flatMap((each) => [...each.copied]));
  const widened = await widenedCountries(store, releases);
  return releases.map((release, index) => {
    const repeated = repeatedIsrcs(release.placed);
    const ofTracks = release.places.flatMap((place) => {
      const codes = [
        ...place.warnings.filter((each) => isShown(each, release)),
        ...(openRequests.of(release.album) > 0 ? unheardCodes(place) : []),
        ...(isLateYear(place.rightsYear, store.now) ? ['rights_year_late' as const] : []),
        ...(isHighPlace(place) ? ['order_too_high' as const] : []),
        ...(featuring.has(place.trackId) ? ['featured_artist_missing' as const] : []),
        ...(copied.has(place.trackId) ? ['isrc_of_another_owner' as const] : []),
        ...(repeated.has(place.trackId) ? ['isrc_repeated' as const] : []),
      ];
      return codes.map((code) => trackWarning(code, place, repeated.get(place.trackId)));
    });
    return [
      ...albumCodes(store, release).map((code) => albumWarning(code, release)),
      ...(widened[index] ?? []),
      ...ofTracks,
    ];
  });
}

/** A request for an album without countries is for all of them. */
async function widenedCountries(store: Store, releases: readonly Release[]): Promise<Warning[][]> {
  const changes = await countryChangesOf(store, releases);
  return releases.map((release, index) => {
    const added = changes[index]?.added ?? [];
    if (added.length === 0) return [];
    const { detail, ...warning } = albumWarning('countries_widened', release);
    return [{ ...warning, detail: `${detail} ${countrySentence(added)}` }];
  });
}

/** Audio is analyzed once the album is requested. */
function unheardCodes({ sound: { hearing } }: Place): ReleaseWarning[] {
  if (hearing === 'not_compared') return ['audio_not_compared'];
  return hearing === 'not_heard' ? ['audio_not_heard'] : [];
}

const tracksIn =
  (chosen: (release: Release) => ReadonlySet<string>) =>
  (release: ReadRelease): Track[] => {
    const ids = chosen(release);
    return release.placed.flatMap(({ track }) => (ids.has(track.id) ? [track] : []));
  };

const isLarge = ({ length }: readonly Place[]): boolean => length > LARGEST_COMPARED;

const idsOf = (places: readonly Place[]): ReadonlySet<string> =>
  new Set(places.map(({ trackId }) => trackId));

/** @returns the ids of the tracks whose ISRCs are compared. */
const comparedIn = ({ places, isWhole = false }: Release): ReadonlySet<string> =>
  idsOf(isLarge(places) && !isWhole ? places.slice(0, ISRCS_OF_LARGER) : places);

/** @returns the ids of the tracks whose titles are compared with their artists. */
const namedIn = ({ places }: Release): ReadonlySet<string> =>
  idsOf(places.filter(namesFeatured).slice(0, mostTitles(places)));

const namesFeatured = ({ warnings }: Place): boolean => warnings.includes('featured_in_title');

const mostTitles = (places: readonly Place[]): number => (isLarge(places) ? TITLES_OF_LARGER : places.length);

function albumCodes(
  { now }: Store,
  { album, places, type, dsps, roles, isWhole }: Release,
): ReleaseWarning[] {
  const { fields } = album;
  const { release_date: day, 'release-time': time, 'release-time-zone': zone } = fields;
  const isPast = type === 'delivery' && !fields['was-delivered'] && isOut({ day, time, zone }, now);
  const isUnsold = fields['pre-order-date'] !== null && dsps.length > 0 && !dsps.some(sells);
  const version = versionNameOf(fields.version) ?? null;
  const hasHiddenArtist = fields['is-compilation'] && roles.includes(MAIN_ARTIST);
  return [
    ...artworkWarnings(fields['artwork-read']),
    ...(titleBeforeVersion(fields.title, version) === undefined ? [] : ['version_repeated' as const]),
    ...(isLateYear(fields['rights-owner-year'], now) ? ['rights_year_late' as const] : []),
    ...(isPast ? ['release_date_past' as const] : []),
    ...(hasOtherUpc(album) ? ['code_differs_from_stores' as const] : []),
    ...(hasHiddenArtist ? ['compilation_with_main_artist' as const] : []),
    ...(isUnsold ? ['pre_order_not_given' as const] : []),
    ...(isLarge(places) && !isWhole ? ['isrcs_not_compared' as const] : []),
    ...(places.filter(namesFeatured).length > mostTitles(places) ? ['titles_not_compared' as const] : []),
    ...(untoldOfAi(dsps).length > 0 ? statementsOn(album, places) : []),
  ];
}

/** @returns the DSPs whose messages cannot say what artificial intelligence was used for. */
const untoldOfAi = (dsps: readonly string[]): string[] =>
  dsps.filter((dsp) => !messageVersionFor(dsp, readSettings().packages).statesAiUsage);

const statementsOn = ({ fields }: Album, places: readonly Place[]): ReleaseWarning[] => [
  ...(places.some(({ isDisclosed }) => isDisclosed) ? ['ai_usage_not_sent' as const] : []),
  ...(fields['artwork-ai-usage'] === null ? [] : ['artwork_ai_usage_not_sent' as const]),
];

/** A code that stores no longer have can be another. */
const isShown = (warned: TrackWarning, { album }: Release): warned is TrackWarning & ReleaseWarning =>
  warned in releaseWarnings && (warned !== 'code_differs_from_stores' || isLive(album));

const isLive = ({ fields }: Album): boolean => fields['live-dsps'].length > 0;

function hasOtherUpc(album: Album): boolean {
  const inStores = deliveredUpc(album);
  return isLive(album) && inStores !== null && gtinOf(inStores) !== album.fields.gtin;
}

/** @returns the ids of tracks whose title names a featured artist who is not among their artists. */
async function featuringOthers(store: Store, tracks: readonly Track[]): Promise<ReadonlySet<string>> {
  const featured = new Map(
    tracks.flatMap((track) => {
      const names = featuredIn(track.fields.title);
      return names === undefined ? [] : [[track, names]];
    }),
  );
  const titled = [...featured.keys()];
  const linkings = await linkingsOf(store, titled, { resource: trackArtists, by: 'track', isEventual: true });
  const artistsOf = ({ id, fields }: Track) => [
    ...fields.artists,
    ...(linkings.get(id) ?? []).flatMap(({ ids: { artist } }) => artist ?? []),
  ];
  const found = await findRecentRecords(store, artists, titled.flatMap(artistsOf));
  const names = new Map(found.map(({ id, fields }) => [id, fields.name]));
  const isOther = ([track, named]: readonly [Track, string]) =>
    namesOthers(
      named,
      artistsOf(track).flatMap((id) => names.get(id) ?? []),
    );
  return new Set(Array.from(featured).flatMap((each) => (isOther(each) ? each[0].id : [])));
}

/** @returns the ids of tracks with the ISRC of a track of another owner that a store got. */
async function deliveredByOthers(
  { table }: Store,
  ownerId: string,
  tracks: readonly Track[],
): Promise<ReadonlySet<string>> {
  const coded = tracks.flatMap(({ id, fields }) => {
    const isrc = isrcOfTrack(fields);
    return isrc === null ? [] : [{ id, isrc }];
  });
  const codes = [...new Set(coded.map(({ isrc }) => isrc))];
  const copied = await isrcsOfOthers(table, ownerId, codes);
  return new Set(coded.flatMap(({ id, isrc }) => (copied.has(isrc) ? [id] : [])));
}

function albumWarning(code: ReleaseWarning, release: Release): Warning {
  const { says, pointer } = releaseWarnings[code];
  const { type, id } = release.album;
  return { code, detail: `The album ${says}${moreOn(code, release)}`, pointer, record: { type, id } };
}

/** The error of the artwork follows. */
const withReasons: readonly ReleaseWarning[] = [
  'artwork_unreadable',
  'artwork_damaged',
  'artwork_not_checked',
];

function moreOn(code: ReleaseWarning, { album, dsps }: Release): string {
  if (withReasons.includes(code)) return ` ${album.fields['artwork-read']?.error}`;
  if (code !== 'ai_usage_not_sent' && code !== 'artwork_ai_usage_not_sent') return '';
  return ` The messages to ${listFormat().format(untoldOfAi(dsps).map(nameOf))} cannot say that.`;
}

/** Takes 9 ms to make. */
const listFormat = /* @__PURE__ */ once(() => new Intl.ListFormat('en-GB'));

const nameOf = (dsp: string): string => `${dspById(dsp)?.name} (DSP ${dsp})`;

function trackWarning(code: ReleaseWarning, place: Place, first: PlacedTrack | undefined): Warning {
  const { says, pointer, trackPointer = pointer }: WarningDefinition = releaseWarnings[code];
  const record = { type: tracks.type, id: place.trackId };
  return {
    code,
    detail: `${nameOfPlace(place)} ${says}${moreOnTrack(code, first)}`,
    pointer: trackPointer,
    record,
  };
}

const nameOfPlace = ({ order, disc }: Pick<Place, 'order' | 'disc'>): string =>
  `Track ${order} on disc ${disc}`;

/** @param first the first track with the same ISRC. */
function moreOnTrack(code: ReleaseWarning, first: PlacedTrack | undefined): string {
  if (code === 'isrc_repeated' && first) return ` ${nameOfPlace(first)} has it too.`;
  if (code !== 'isrc_not_valid') return '';
  return readSettings().codes.isrc === null
    ? ' Messages to stores omit it.'
    : ' Approval replaces it with an ISRC of this service.';
}
