/** Reads the release that a request hands over to stores: the current album with everything it links to. */
import * as v from 'valibot';
import { type Album, albums } from '../../catalogue/api/albums.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { deliveredUpc } from '../../catalogue/former-upcs.ts';
import {
  type ArtistsById,
  artistsById,
  type CreditedArtist,
  namedArtists,
  type ReleaseFacts,
  releaseFacts,
} from '../../catalogue/release-facts.ts';
import { sizeOfArtwork } from '../../catalogue/rules/album-artwork.ts';
import { creditForms } from '../../catalogue/rules/credits.ts';
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { artistsInStores } from '../../ern/write/artists.ts';
import type { ParcelArtist, ParcelRelease, ParcelTrack, Work } from '../../ern/write/parcel.ts';
import { parcelTranslations } from '../../ern/write/parcel-translations.ts';
import { findRecord, type Store } from '../../kit/records/store.ts';
import { required } from '../../kit/values/required.ts';
import { NoSlot } from '../../kit/work/lease.ts';
import { artistRoleData } from '../../reference/data/artist-roles.ts';
import { countryData } from '../../reference/data/countries.ts';
import { genreData } from '../../reference/data/genres.ts';
import { languageById } from '../../reference/data/languages.ts';
import { versionNameOf } from '../../reference/data/versions.ts';
import type { Delivery } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { type PlacedTrack, tracksOn } from '../contents/album-contents.ts';
import type { MovedApproval } from '../rules/moved-approval.ts';
import type { PinnedFiles } from '../rules/pinned-files.ts';
import { missingIn } from '../rules/request-countries.ts';
import { changeSinceApproval } from '../seen/release-version.ts';
import { allCountries } from '../store-countries.ts';
import { givingWork } from '../work/giving-work.ts';
import { approvedBy } from './moved-approval.ts';
import { type HandedRelease, hasSameMasters } from './parcel-for.ts';
import { withPins } from './pinned-tracks.ts';
import type { Handed } from './takedowns.ts';
import { withheldTracks } from './withheld-tracks.ts';

export interface ReleaseToRead extends Handed {
  /** What the export said of the approval of a moved delivery. */
  readonly moved?: MovedApproval | undefined;
}

export interface CurrentRelease extends HandedRelease {
  /** Tracks whose audio must be analyzed before the release is handed over. */
  readonly awaited: readonly Track[];
}

/**
 * @param approved the release as it was approved, if that is stored. The sound of tracks that were added since does not matter.
 * @throws NoSlot if the album was deleted, or while its tracks get codes.
 */
export async function readRelease(
  store: Store,
  { delivery, album: known, moved }: ReleaseToRead,
  approved?: HandedRelease,
): Promise<CurrentRelease> {
  const album = await findRecord(store, albums, known.id);
  if (!album) throw new NoSlot();
  const request = required(await requestOf(store, delivery), 'Requests are never deleted.');
  const placed = await tracksOn(store, album);
  const approval = approvedBy(request, delivery.fields.type, moved);
  const { release: seen, sounds } = approval ?? {};
  const changed = seen && (moved?.changed ?? (await changeSinceApproval(store, album, seen)));
  const current = await releaseAsSent(store, album, placed);
  // Nothing is handed over of a release that has changed, unless the approved one is stored and has the same files.
  const isHanded = changed === undefined || (approved && hasSameMasters(approved.release, current));
  const handed = isHanded ? placed.filter(({ track }) => isOn(approved, track)) : [];
  const withheld = await withheldTracks(store, { album, placed: handed }, approval);
  const sent = delivery.fields.type === 'takedown' ? withCodesInStores(current, album, placed) : current;
  return {
    release: {
      ...sent,
      ...(seen?.cover !== undefined && { artworkSha256: seen.cover }),
      // An approval that did not depend on the audio analysis is for any file.
      tracks: sounds ? pinned(sent.tracks, placed, approval?.files) : sent.tracks.map(ofAnyFile),
      territories: territoriesOf(request.fields.countries),
    },
    ...(changed !== undefined && { changed }),
    withheldTracks: [...withheld.tracks],
    awaited: withheld.awaited,
    unscannedTracks: placed.flatMap(({ track }) => (track.fields['allow-fingerprint-scan'] ? [] : track.id)),
  };
}

/** Whether a track is on the approved release, if that is stored. */
const isOn = (approved: HandedRelease | undefined, { id }: Track): boolean =>
  approved?.release.tracks.some((each) => each.id === id) ?? true;

const ofAnyFile = ({ isUnread: _, audioSha256: __, ...track }: ParcelTrack): ParcelTrack => ({
  ...track,
  heardMd5: null,
});

function pinned(
  sent: readonly ParcelTrack[],
  placed: readonly PlacedTrack[],
  files: PinnedFiles | undefined,
): readonly ParcelTrack[] {
  if (!files) return sent;
  const fields = new Map(placed.map(({ track }) => [track.id, track.fields]));
  return sent.map((track) =>
    withPins(track, required(fields.get(track.id), 'Each track has a place.'), files),
  );
}

/**
 * Read before the tracks, so that they have their codes.
 * @throws NoSlot while tracks get the codes that the approval of the request has taken for them.
 */
async function requestOf(store: Store, { fields }: Delivery): Promise<DistributionRequest | undefined> {
  const id = fields['distribution-request'];
  const [request, giving] = await Promise.all([
    findRecord(store, distributionRequests, id),
    id === null ? undefined : store.table.get(givingWork.key(id)),
  ]);
  if (giving) throw new NoSlot();
  return request;
}

type SentRelease = Omit<ParcelRelease, 'territories'>;

/** A store finds what it takes down by the codes that it has. */
function withCodesInStores(release: SentRelease, album: Album, placed: readonly PlacedTrack[]): SentRelease {
  const delivered = new Map(placed.map(({ track }) => [track.id, readIsrc(track.fields['delivered-isrc'])]));
  return {
    ...release,
    upc: deliveredUpc(album) ?? release.upc,
    tracks: release.tracks.map((track) => ({ ...track, isrc: delivered.get(track.id) ?? track.isrc })),
  };
}

/** @returns the album with these of its tracks, as stores get it. */
export async function releaseAsSent(
  store: Store,
  album: Album,
  placed: readonly PlacedTrack[],
): Promise<SentRelease> {
  const onAlbum = placed.map(({ track }) => track);
  const linked = await releaseFacts(store, {
    albums: [album],
    tracks: onAlbum,
    albumFields: ['title-translations'],
  });
  const facts = { ...linked, artists: await artistsById(store, linked) };
  return { ...releaseOf(album, facts), tracks: placed.map((place) => trackOf(place, facts)) };
}

interface Facts extends ReleaseFacts {
  readonly artists: ArtistsById;
}

function releaseOf(album: Album, facts: Facts): Omit<ParcelRelease, 'territories' | 'tracks'> {
  const { fields } = album;
  const work = workOf(album, artistsOf(facts.albumArtists.get(album.id), facts));
  return {
    ...work,
    artists: artistsInStores(work, fields['is-compilation']),
    titleTranslations: parcelTranslations(facts.wholeAlbums.get(album.id)?.fields['title-translations']),
    version: versionNameOf(fields.version) ?? null,
    upc: fields['upc-code'],
    catalogueNumber: fields['catalogue-number'],
    releaseDate: fields.release_date,
    releaseTime: fields['release-time'],
    releaseTimeZone: fields['release-time-zone'],
    preOrderDate: fields['pre-order-date'],
    isCompilation: fields['is-compilation'],
    format: fields.format,
    artwork: fields.artwork,
    artworkSize: sizeOfArtwork(fields['artwork-read'], fields.artwork),
    artworkAiUsage: fields['artwork-ai-usage'],
    label: facts.labels.get(fields.label) ?? null,
    copyright: fields.copyright,
    publishing: fields.publishing,
  };
}

function trackOf({ track, disc, order }: PlacedTrack, facts: Facts): ParcelTrack {
  const { id, fields } = track;
  const shown = facts.wholeTracks.get(id)?.fields ?? {};
  const credits = v.parse(creditForms.shown, shown['extended-credits'] ?? []);
  return {
    ...workOf(track, artistsOf(facts.trackArtists.get(id), facts)),
    titleTranslations: parcelTranslations(shown['title-translations']),
    version: fields['version-description'],
    isrc: fields['isrc-code'],
    iswc: fields['iswc-code'],
    disc,
    order,
    duration: fields.length,
    isVideo: fields['is-video'],
    aiUsage: fields['ai-usage'],
    credits: credits.map(({ name, role }) => ({ name, role })),
    lyrics: textIn(shown['lyrics']),
    syncedLyrics: textIn(shown['synced-lyrics']),
    previewStart: fields['preview-start'],
    audio: fields['full-audiofile-url'],
    md5: fields.md5,
    heardMd5: fields['heard-md5'] ?? fields['unheard-md5'],
    ...(fields['read-sha256'] !== null && { audioSha256: fields['read-sha256'] }),
    ...(isUnread(fields) && { isUnread: true }),
    masters: (facts.masters.get(id) ?? []).map(({ fields: asset }) => ({
      type: asset['asset-type'],
      url: asset.url,
    })),
  };
}

/** Whether nothing says which file would be handed over: it could not be read to its end, and its owner gave no MD5. */
const isUnread = ({ audio, md5, 'unheard-md5': unheard }: Track['fields']): boolean =>
  audio?.status === 'failed' && md5 === null && unheard === null;

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function workOf(
  { id, fields }: Album | Track,
  named: readonly ParcelArtist[],
): Omit<Work, 'version' | 'titleTranslations'> {
  const genres = [fields['primary-genre'], fields['secondary-genre']];
  return {
    id,
    title: fields.title,
    isExplicit: fields['is-explicit'],
    language: languageById(fields.language)?.code ?? null,
    genres: genres.flatMap((genre) => genreData.rows().find((each) => each.id === genre)?.name ?? []),
    rightsOwnerYear: fields['rights-owner-year'],
    rightsOwnerName: fields['rights-owner-name'],
    artists: named,
  };
}

const artistsOf = (credited: readonly CreditedArtist[] | undefined, { artists }: Facts): ParcelArtist[] =>
  namedArtists(credited, artists).map((artist) => {
    const role = artistRoleData.rows().find(({ id }) => id === artist.role);
    return { ...artist, role: required(role, `There is no artist role ${artist.role}.`).key };
  });

/** @returns their codes; none for all countries, which stores get as one territory. */
const territoriesOf = (countries: readonly string[]): string[] =>
  missingIn(countries, allCountries()).length === 0
    ? []
    : countries.flatMap((id) => countryById(id)?.['alpha2-code'] ?? []);

const countryById = (id: string) => countryData.rows().find((country) => country.id === id);
