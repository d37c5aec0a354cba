/** What commands say of requests and releases. */

import type { TrackAudio } from '../../../../shared/catalogue/rules/track-audio.ts';
import type { Finding } from '../../../../shared/distribution/review/findings.ts';
import type { ReviewRow } from '../../../../shared/distribution/review/review-rows.ts';
import { fragmentOf } from './places.ts';

export type { Finding, ReviewRow };

export interface ReviewPage {
  readonly items: readonly ReviewRow[];
  readonly after: string | null;
  readonly 'all-searched': boolean;
}

interface NamedArtist {
  readonly name: string;
  readonly role: string;
}

export interface TitleTranslation {
  /** ISO 639-1. */
  readonly language: string;
  readonly title: string;
  readonly phonetic: string | null;
}

export interface ReleaseTrack {
  readonly id: string;
  readonly disc: number;
  readonly order: number;
  readonly title: string;
  readonly 'title-translations': readonly TitleTranslation[];
  readonly version: string | null;
  readonly artists: readonly NamedArtist[];
  readonly credits: readonly NamedArtist[];
  readonly 'isrc-code': string | null;
  readonly 'iswc-code': string | null;
  readonly length: string | null;
  readonly 'is-explicit': boolean;
  readonly 'is-video': boolean;
  /** What artificial intelligence was used for; null if nothing is stated. */
  readonly 'ai-usage': readonly string[] | null;
  readonly language: string | null;
  readonly genres: readonly string[];
  readonly 'rights-owner': string;
  readonly lyrics: string | null;
  readonly 'synced-lyrics': string | null;
  readonly 'has-audio': boolean;
  readonly masters: readonly string[];
  readonly heard: TrackAudio | null;
}

export interface Release {
  readonly id: string;
  /** Its version, which a decision can require. Stages of earlier versions do not tell it. */
  readonly seen?: string;
  readonly title: string;
  readonly 'title-translations': readonly TitleTranslation[];
  readonly version: string | null;
  readonly status: string;
  readonly artists: readonly NamedArtist[];
  readonly format: string;
  readonly 'release-date': string;
  readonly 'release-time': string | null;
  readonly 'release-time-zone': string;
  readonly 'pre-order-date': string | null;
  readonly 'is-compilation': boolean;
  readonly label: string | null;
  readonly 'upc-code': string | null;
  readonly 'catalogue-number': string | null;
  readonly genres: readonly string[];
  readonly language: string | null;
  readonly 'is-explicit': boolean;
  readonly 'rights-owner': string;
  readonly copyright: string | null;
  readonly publishing: string | null;
  readonly 'has-artwork': boolean;
  readonly 'artwork-ai-usage': boolean | null;
  readonly dsps: readonly string[];
  readonly countries: readonly string[];
  readonly organization?: string;
  readonly 'organization-name'?: string | null;
  readonly user: string;
  readonly tracks: readonly ReleaseTrack[];
}

/** What the commands of earlier stages omit. */
const LATER_TRACK = { 'title-translations': [] };
const LATER_RELEASE = { ...LATER_TRACK, 'release-time': null };

/** @param shown by `show-release` of a stage that may have an earlier version. */
export const releaseOf = (shown: Release): Release => ({
  ...LATER_RELEASE,
  ...shown,
  tracks: shown.tracks.map((track) => ({ ...LATER_TRACK, ...track })),
});

interface TimeRange {
  readonly start: number;
  readonly end: number;
  readonly 'matched-start': number;
  readonly 'matched-end': number;
}

export interface Match {
  readonly id: string;
  readonly 'is-cover': boolean;
  readonly 'confidence-score': number | null;
  readonly method: string | null;
  /** The released track; null if the stage does not have it. */
  readonly track: string | null;
  readonly title: string;
  readonly artists: readonly string[];
  readonly album: string;
  readonly isrc: string;
  /** The owner of the released track; null if the stage does not have it. */
  readonly user: string | null;
  readonly 'is-of-another-owner': boolean;
  readonly 'time-offsets': readonly TimeRange[];
}

export interface ShownRequest {
  readonly id: string;
  /** The version of the release; null if the request is decided. Stages of earlier versions do not tell it. */
  readonly seen?: string | null;
  readonly type: string;
  readonly status: string;
  /** Such as held. Stages of earlier versions do not tell it. */
  readonly state?: string;
  readonly album: string | null;
  readonly decisions: readonly {
    readonly at: string;
    readonly decision: string;
    readonly actor: string;
    readonly reason: string | null;
  }[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly dsp: string;
    readonly status: string;
    readonly report: string | null;
    readonly 'last-error': string | null;
  }[];
  readonly tracks: readonly {
    readonly id: string;
    readonly title: string;
    readonly matches: readonly Match[];
  }[];
  /** What the list of requests counts; null if the request is decided. */
  readonly validation: {
    readonly problems: readonly Finding[];
    readonly warnings: readonly Finding[];
  } | null;
  /** What was found by reading the files now. */
  readonly warnings: readonly string[];
  /** Files that were not read, or not yet. Stages of earlier versions do not tell them. */
  readonly 'files-not-read'?: readonly string[];
}

export interface ShownAlbum {
  readonly why: string;
  /** The version of the release. Stages of earlier versions do not tell it. */
  readonly seen?: string;
  readonly missing: readonly string[];
  readonly requests: readonly { readonly id: string; readonly status: string }[];
  readonly history: readonly {
    readonly at: string;
    readonly what: string;
    readonly id: string;
    readonly actor: string | null;
    readonly detail: string | null;
  }[];
}

/** @returns the address of an album without a request. */
export const albumFragment = (album: string): string => fragmentOf('release', `.${album}`);

/** @returns the address of the release of a request, with the album, so that it need not be looked up. */
export const releaseFragment = ({ id, album }: Pick<ReviewRow, 'id' | 'album'>): string =>
  fragmentOf('release', album === null ? id : `${id}.${album}`);
