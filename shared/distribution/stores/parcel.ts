/** The parcel handed to a DSP: all facts of one delivery. */
import type { AssetType } from '../../catalogue/rules/catalogue.ts';

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

/** Properties that albums and tracks share. */
export interface Work {
  readonly id: string;
  readonly title: string;
  /** Such as "Live". */
  readonly version: string | null;
  readonly isExplicit: boolean;
  /** ISO 639-1. */
  readonly language: string | null;
  /** Names of genres, primary genre first. */
  readonly genres: readonly string[];
  readonly rightsOwnerYear: number;
  readonly rightsOwnerName: string;
  readonly artists: readonly ParcelArtist[];
}

export interface ParcelRelease extends Work {
  /** 12 or 13 digits. */
  readonly upc: string | null;
  readonly catalogueNumber: string | null;
  /** YYYY-MM-DD */
  readonly releaseDate: string;
  readonly format: 'single' | 'ep' | 'album' | 'video';
  /** URL; null only for a takedown. */
  readonly artwork: string | null;
  readonly label: string | null;
  readonly copyright: string | null;
  readonly publishing: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly territories: readonly string[];
  readonly tracks: readonly ParcelTrack[];
}

export interface ParcelArtist {
  readonly name: string;
  /** Key of an artist role. */
  readonly role: string;
  readonly order: number | null;
}

export interface ParcelTrack extends Work {
  readonly isrc: string | null;
  readonly disc: number;
  readonly order: number;
  /** HH:MM:SS */
  readonly duration: string | null;
  readonly isVideo: boolean;
  readonly credits: readonly ParcelCredit[];
  readonly lyrics: string | null;
  /** Seconds. */
  readonly previewStart: number | null;
  /** URL; null for a music video. */
  readonly audio: string | null;
  /** MD5 digest of the audio file in hexadecimal digits of either case; null if not stated. */
  readonly md5: string | null;
  readonly masters: readonly { readonly type: AssetType; readonly url: string }[];
}

interface ParcelCredit {
  readonly name: string;
  /** Key of a credit role. */
  readonly role: string;
}
