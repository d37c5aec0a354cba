/**
 * Writes a release as a message of ERN 4.3, with what ERN cannot hold in a processing instruction. A release
 * that states how artificial intelligence was used is written in 4.3.2, which can hold that.
 */
import * as v from 'valibot';
import {
  type ArtistIdentifiers,
  placeOf,
  type Release,
  type ReleaseArtist,
  type ReleaseTrack,
  upcOf,
} from '../catalogue/back-catalogue/release-form.ts';
import { aiUsage } from '../catalogue/rules/ai-usage.ts';
import { albumFormats } from '../catalogue/rules/catalogue.ts';
import { LOCAL } from '../catalogue/rules/release-time.ts';
import { required } from '../kit/values/required.ts';
import {
  artistRoleById,
  countryById,
  genreById,
  languageById,
  versionById,
} from '../reference/reference-names.ts';
import { furtherOf, instructionOf } from './read/further.ts';
import { readMessage } from './read/read-message.ts';
import { artistsInStores } from './write/artists.ts';
import { newReleaseMessage } from './write/new-release-message.ts';
import type { MessageFile } from './write/package-files.ts';
import type { ParcelRelease, ParcelTrack, Work } from './write/parcel.ts';
import { parcelTranslations } from './write/parcel-translations.ts';

export interface Sender {
  readonly partyId: string;
  readonly name: string;
}

/** The receiver of an export is the sender itself. */
const SELF = '0';

/** @throws UnwritableText */
export function writeMessage(release: Release, { sender, at }: { sender: Sender; at: Date }): string {
  const parcel = {
    storeDeliveryId: `export-${upcOf(release)}-${at.getTime()}`,
    type: 'delivery' as const,
    dsp: { id: SELF, name: sender.name },
    release: parcelRelease(release),
    createdAt: at.toISOString(),
  };
  const settings = {
    sender,
    recipientPartyIds: { [SELF]: sender.partyId },
    messageVersions: { [SELF]: statesAiUsage(parcel.release) ? '4.3.2' : '4.3' } as const,
    areTests: false,
  };
  const message = newReleaseMessage(parcel, filesOf(release), settings);
  const { releases } = readMessage(message, { file: '', resolve: (url) => ({ url }), now: at });
  const read = required(releases[0], 'An exported message has a release.');
  const shared = new Set(release.shared.map(placeOf));
  const own = { ...release, tracks: release.tracks.filter((track) => !shared.has(placeOf(track))) };
  const further = furtherOf(own, read.release);
  if (Object.keys(further.release).length + Object.keys(further.tracks).length === 0) return message;
  return message.replace(/\n(?=<ern:)/, () => `\n${instructionOf(further)}\n`);
}

const statesAiUsage = ({ artworkAiUsage, tracks }: ParcelRelease): boolean =>
  artworkAiUsage !== null || tracks.some(({ aiUsage: usage }) => usage !== null);

type Attributes = Readonly<Record<string, unknown>>;

const textIn = (attributes: Attributes, name: string): string | null =>
  typeof attributes[name] === 'string' ? attributes[name] : null;
const numberIn = (attributes: Attributes, name: string): number | null =>
  typeof attributes[name] === 'number' ? attributes[name] : null;

const flagIn = (attributes: Attributes, name: string): boolean | null =>
  typeof attributes[name] === 'boolean' ? attributes[name] : null;

const workOf = (
  id: string,
  { attributes, links, artists }: Release | ReleaseTrack,
  codes: Codes,
): Omit<Work, 'version'> => ({
  id,
  title: textIn(attributes, 'title') ?? '',
  titleTranslations: parcelTranslations(attributes['title-translations']),
  isExplicit: attributes['is-explicit'] === true,
  language: languageById(links['language'])?.code ?? null,
  genres: ['primary-genre', 'secondary-genre'].flatMap((name) => genreById(links[name])?.name ?? []),
  rightsOwnerYear: numberIn(attributes, 'rights-owner-year') ?? 0,
  rightsOwnerName: textIn(attributes, 'rights-owner-name') ?? '',
  artists: artists.map((artist) => parcelArtist(artist, codes)),
});

/** The codes of artists, by name. */
type Codes = ReadonlyMap<string, ArtistIdentifiers>;

const parcelArtist = ({ name, role, order }: ReleaseArtist, codes: Codes) => ({
  id: name,
  name,
  order,
  isni: codes.get(name)?.isni ?? null,
  ipi: codes.get(name)?.ipi ?? null,
  role: required(artistRoleById(role)?.key, `There is no artist role ${role}.`),
});

function parcelRelease(release: Release): ParcelRelease {
  const { attributes, links, label, countries, tracks } = release;
  const codes = new Map(release.identifiers.map((each) => [each.name, each]));
  const work = workOf(upcOf(release), release, codes);
  const isCompilation = attributes['is-compilation'] === true;
  return {
    ...work,
    artists: artistsInStores(work, isCompilation),
    version: versionById(links['version'])?.name ?? null,
    upc: upcOf(release),
    catalogueNumber: textIn(attributes, 'catalogue-number'),
    releaseDate: textIn(attributes, 'release_date') ?? '',
    releaseTime: textIn(attributes, 'release-time'),
    releaseTimeZone: textIn(attributes, 'release-time-zone') ?? LOCAL,
    preOrderDate: textIn(attributes, 'pre-order-date'),
    isCompilation,
    format: albumFormats.find((format) => format === attributes['format']) ?? 'album',
    artwork: textIn(attributes, 'artwork'),
    artworkSize: null,
    artworkAiUsage: flagIn(attributes, 'artwork-ai-usage'),
    label,
    copyright: textIn(attributes, 'copyright'),
    publishing: textIn(attributes, 'publishing'),
    territories: countries.flatMap((id) => countryById(id)?.['alpha2-code'] ?? []),
    tracks: tracks.map((track) => parcelTrack(track, codes)),
  };
}

function parcelTrack(track: ReleaseTrack, codes: Codes): ParcelTrack {
  const { attributes, links, disc, order, credits, masters } = track;
  return {
    ...workOf(placeOf(track).replace('+', '-'), track, codes),
    version: versionById(links['version'])?.name ?? textIn(attributes, 'version-description'),
    isrc: textIn(attributes, 'isrc-code'),
    iswc: textIn(attributes, 'iswc-code'),
    disc,
    order,
    credits,
    masters,
    duration: textIn(attributes, 'length'),
    isVideo: attributes['is-video'] === true,
    aiUsage: v.is(aiUsage, attributes['ai-usage']) ? attributes['ai-usage'] : null,
    lyrics: null,
    syncedLyrics: null,
    previewStart: numberIn(attributes, 'preview-start'),
    audio: textIn(attributes, 'full-audiofile-url'),
    md5: textIn(attributes, 'md5'),
    heardMd5: null,
  };
}

/** The files at their addresses. */
function filesOf(release: Release): MessageFile[] {
  const artwork = textIn(release.attributes, 'artwork');
  return [
    ...(artwork === null ? [] : [{ kind: 'artwork', title: '', name: artwork } as const]),
    ...release.tracks.flatMap((track): MessageFile[] => {
      const about = { title: '', trackId: placeOf(track).replace('+', '-') };
      const audio = textIn(track.attributes, 'full-audiofile-url');
      const md5 = textIn(track.attributes, 'md5');
      return [
        ...(audio === null
          ? []
          : [{ ...about, kind: 'audio' as const, name: audio, ...(md5 !== null && { md5 }) }]),
        ...track.masters.map(({ type, url }) => ({ ...about, kind: type, name: url })),
      ];
    }),
  ];
}
