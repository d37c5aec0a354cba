/** Shows an album as stores get it, for its reviewers. Addresses are omitted, because they can be signed. */
import { organizationsOf } from '../../accounts/organizations-of.ts';
import { albums } from '../../catalogue/api/albums.ts';
import type { ParcelTrack } from '../../ern/write/parcel.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { dspById } from '../../reference/data/dsps.ts';
import type { showRelease } from '../commands.ts';
import { tracksOn } from '../contents/album-contents.ts';
import { releaseAsSent } from '../deliveries/read-release.ts';
import { shownCountries } from '../review/shown-countries.ts';
import { releaseVersion } from '../seen/release-version.ts';

export const run = (async ({ id }, operation) => {
  const album = await requireRecord(operation, albums, id);
  const seen = await releaseVersion(operation.table, album);
  const placed = await tracksOn(operation, album);
  const [release, organizations] = await Promise.all([
    releaseAsSent(operation, album, placed),
    organizationsOf(operation, [album.ownerId]),
  ]);
  const { fields } = album;
  const audio = new Map(placed.map(({ track }) => [track.id, track.fields.audio]));
  return {
    id,
    // Read before the rest, which can only be newer.
    seen,
    title: release.title,
    'title-translations': release.titleTranslations,
    version: release.version,
    status: fields['last-status'],
    artists: release.artists,
    format: release.format,
    'release-date': release.releaseDate,
    'release-time': release.releaseTime,
    'release-time-zone': release.releaseTimeZone,
    'pre-order-date': release.preOrderDate,
    'is-compilation': release.isCompilation,
    label: release.label,
    'upc-code': release.upc,
    'catalogue-number': release.catalogueNumber,
    genres: release.genres,
    language: release.language,
    'is-explicit': release.isExplicit,
    'rights-owner': `${release.rightsOwnerYear} ${release.rightsOwnerName}`,
    copyright: release.copyright,
    publishing: release.publishing,
    'has-artwork': release.artwork !== null,
    'artwork-ai-usage': release.artworkAiUsage,
    dsps: fields.dsps.map((dsp) => dspById(dsp)?.name ?? dsp),
    countries: shownCountries(fields.countries),
    ...organizations.get(album.ownerId),
    user: album.ownerId,
    tracks: release.tracks.map((track) => ({ ...shownTrack(track), heard: audio.get(track.id) ?? null })),
  };
}) satisfies Run<typeof showRelease>;

const shownTrack = (track: ParcelTrack) => ({
  id: track.id,
  disc: track.disc,
  order: track.order,
  title: track.title,
  'title-translations': track.titleTranslations,
  version: track.version,
  artists: track.artists,
  credits: track.credits,
  'isrc-code': track.isrc,
  'iswc-code': track.iswc,
  length: track.duration,
  'is-explicit': track.isExplicit,
  'is-video': track.isVideo,
  'ai-usage': track.aiUsage,
  language: track.language,
  genres: track.genres,
  'rights-owner': `${track.rightsOwnerYear} ${track.rightsOwnerName}`,
  lyrics: track.lyrics,
  'synced-lyrics': track.syncedLyrics,
  'preview-start': track.previewStart,
  'has-audio': track.audio !== null,
  masters: track.masters.map(({ type }) => type),
});
