/** The parcel handed to a DSP: all facts of one delivery. */
import * as v from 'valibot';
import { aiUsage } from '../../catalogue/rules/ai-usage.ts';
import { artworkSize } from '../../catalogue/rules/album-artwork.ts';
import { albumFormats, assetTypes } from '../../catalogue/rules/catalogue.ts';

type DeliveryType = 'delivery' | 'update' | 'redelivery' | 'takedown';

export interface Parcel {
  /** Opaque, and the same for all attempts and events of a delivery. Names the folder of the package. */
  readonly storeDeliveryId: string;
  readonly type: DeliveryType;
  readonly dsp: { readonly id: string; readonly name: string };
  readonly release: ParcelRelease;
  /** When the delivery was created, in ISO 8601 UTC. */
  readonly createdAt: string;
}

const text = v.nullable(v.string());
const listOf = <Item extends v.GenericSchema>(item: Item) => v.pipe(v.array(item), v.readonly());

const artist = v.strictObject({
  id: v.string(),
  name: v.string(),
  isni: text,
  ipi: text,
  /** Key of an artist role. */
  role: v.string(),
  order: v.nullable(v.number()),
});

const titleTranslation = v.strictObject({
  /** ISO 639-1. */
  language: v.string(),
  title: v.string(),
  /** The title in another script. */
  phonetic: text,
});

/** Properties that albums and tracks share. */
const work = {
  id: v.string(),
  title: v.string(),
  titleTranslations: listOf(titleTranslation),
  /** Such as "Live". */
  version: text,
  isExplicit: v.boolean(),
  /** ISO 639-1. */
  language: text,
  /** Names of genres, primary genre first. */
  genres: listOf(v.string()),
  rightsOwnerYear: v.number(),
  rightsOwnerName: v.string(),
  artists: listOf(artist),
};

const track = v.strictObject({
  ...work,
  isrc: text,
  iswc: text,
  disc: v.number(),
  order: v.number(),
  /** HH:MM:SS */
  duration: text,
  isVideo: v.boolean(),
  /** Null if not stated. */
  aiUsage: v.nullable(aiUsage),
  /** With the keys of credit roles. */
  credits: listOf(v.strictObject({ name: v.string(), role: v.string() })),
  lyrics: text,
  /** The text of an LRC file. */
  syncedLyrics: text,
  /** Seconds. */
  previewStart: v.nullable(v.number()),
  /** URL; null for a music video. */
  audio: text,
  /** MD5 digest of the audio file in hexadecimal digits of either case; null if not stated. */
  md5: text,
  /** MD5 digest of the audio file that was read before the approval, in lower case; null if it can be any. */
  heardMd5: text,
  /** SHA-256 digest of the audio file that was read before the approval, in lower case, if it must be that file. */
  audioSha256: v.exactOptional(v.string()),
  /** Set if the audio file could not be read before the approval, so that it is not handed over. */
  isUnread: v.exactOptional(v.literal(true)),
  masters: listOf(
    v.strictObject({
      type: v.picklist(assetTypes),
      url: v.string(),
      /** The SHA-256 digest of the file that was approved, if it must be that one, in lower case. Null if it was not read. */
      sha256: v.exactOptional(text),
    }),
  ),
});

/** Strict, because a function of another version can have stored the release for this one. */
export const parcelRelease = v.strictObject({
  ...work,
  /** 12 or 13 digits. */
  upc: text,
  catalogueNumber: text,
  /** YYYY-MM-DD */
  releaseDate: v.string(),
  /** HH:MM, or null for midnight. */
  releaseTime: text,
  /** A name of the IANA Time Zone Database, or `local` for the clock of each store. */
  releaseTimeZone: v.string(),
  /** YYYY-MM-DD */
  preOrderDate: text,
  /** A compilation has only the display artist "Various Artists". */
  isCompilation: v.boolean(),
  format: v.picklist(albumFormats),
  /** URL; null only for a takedown. */
  artwork: text,
  /** Null if the file at the URL was not measured. */
  artworkSize: v.nullable(artworkSize),
  /** The SHA-256 digest of the cover that was approved, if it must be that one, in hexadecimal digits. Null if it was not read. */
  artworkSha256: v.exactOptional(text),
  /** Null if not stated. */
  artworkAiUsage: v.nullable(v.boolean()),
  label: text,
  copyright: text,
  publishing: text,
  /** ISO 3166-1 alpha-2, or XK; none for all countries. */
  territories: listOf(v.string()),
  tracks: listOf(track),
});

type Values<Schema extends v.GenericSchema> = Readonly<v.InferOutput<Schema>>;

export type ParcelTranslation = Values<typeof titleTranslation>;
export type ParcelArtist = Values<typeof artist>;
export type ParcelTrack = Values<typeof track>;
export type ParcelRelease = Values<typeof parcelRelease>;
export type Work = Pick<ParcelRelease, keyof typeof work>;
