/**
 * The codes and sentences of warnings about releases, which can be distributed nevertheless. Those on one album or track are
 * decided in this folder. shared/distribution/review/release-warnings.ts adds those that compare a release with others.
 */
import { bitDepths, sampleRates, USUAL_QUALITY } from '../../audio/rules/master-files.ts';
import { LARGEST_ARTWORK, RECOMMENDED_ARTWORK } from './album-artwork.ts';
import { LONGEST_SILENCE_SECONDS, LOUDEST } from './track-warnings.ts';
import { HIGHEST_USUAL_PLACE } from './unusual-numbers.ts';

/** All tracks of an album with up to so many are compared. The lists of larger ones take more units. */
export const LARGEST_COMPARED = 20;
/** How many ISRCs of a larger album are compared. Each takes a read of the track and of the index of codes. */
export const ISRCS_OF_LARGER = 10;
/** How many titles of a larger album are compared. Each takes a read of the track and of its artists. */
export const TITLES_OF_LARGER = 5;

export interface WarningDefinition {
  /** Completes a sentence about the album or track. More can follow, such as the stores that do not get it. */
  readonly says: string;
  /** JSON pointer to the member of the album or track. */
  readonly pointer: string;
  /** The same for tracks, if it differs. */
  readonly trackPointer?: string;
}

export const releaseWarnings = {
  artwork_unreadable: {
    says: 'has artwork that cannot be read.',
    pointer: '/data/attributes/artwork',
  },
  artwork_damaged: {
    says: 'has artwork that is damaged.',
    pointer: '/data/meta/artwork',
  },
  artwork_not_checked: {
    says: 'has artwork that was not read completely.',
    pointer: '/data/meta/artwork',
  },
  artwork_not_square: {
    says: 'has artwork that is not square.',
    pointer: '/data/meta/artwork',
  },
  artwork_too_small: {
    says: `has artwork smaller than ${RECOMMENDED_ARTWORK} by ${RECOMMENDED_ARTWORK} pixels.`,
    pointer: '/data/meta/artwork',
  },
  artwork_too_large: {
    says: `has artwork with more than ${LARGEST_ARTWORK} pixels on a side, which stores do not accept.`,
    pointer: '/data/meta/artwork',
  },
  artwork_not_rgb: {
    says: 'has artwork that is not in RGB. Stores accept only RGB, even for black-and-white images.',
    pointer: '/data/meta/artwork',
  },
  artwork_over_8_bits: {
    says: 'has artwork with more than 8 bits per color. Stores accept 8.',
    pointer: '/data/meta/artwork',
  },
  release_date_past: {
    says: 'has a release date in the past and was never delivered.',
    pointer: '/data/attributes/release_date',
  },
  compilation_with_main_artist: {
    says: 'is a compilation with a main artist. Stores do not get the artist and show "Various Artists" in its language.',
    pointer: '/data/relationships/album-artists',
  },
  pre_order_not_given: {
    says: 'has a pre-order-date, but none of its stores sells releases, so pre-orders are not announced.',
    pointer: '/data/attributes/pre-order-date',
  },
  audio_too_loud: {
    says: `is louder than ${LOUDEST} LUFS, so stores turn it down.`,
    pointer: '/data/meta/audio/loudness',
  },
  audio_silent_at_ends: {
    says: `begins or ends with more than ${LONGEST_SILENCE_SECONDS} seconds of silence.`,
    pointer: '/data/meta/audio',
  },
  audio_clipped: {
    says: 'clips, because consecutive samples are at full scale.',
    pointer: '/data/meta/audio/clipping',
  },
  audio_lossy: {
    says: `has audio that is lossy, or has less than ${sampleRates.usual} Hz or ${bitDepths.usual} bits. Use ${USUAL_QUALITY}.`,
    pointer: '/data/meta/audio',
  },
  audio_not_heard: {
    says: 'is requested, but its audio was not analyzed.',
    pointer: '/data/meta/audio',
  },
  audio_not_compared: {
    says: 'is requested, but does not allow its audio to be compared with that of released tracks.',
    pointer: '/data/attributes/allow-fingerprint-scan',
  },
  explicit_title: {
    says: 'says in its title or version that it is explicit, but is-explicit is false.',
    pointer: '/data/attributes/is-explicit',
  },
  featured_artist_missing: {
    says: 'names a featured artist in its title who is not among its artists.',
    pointer: '/data/relationships/track-artists',
  },
  lyrics_after_end: {
    says: 'has synced-lyrics with times after its end.',
    pointer: '/data/attributes/synced-lyrics',
  },
  countries_widened: {
    says: 'would become available in countries where its stores do not have it.',
    pointer: '/data/relationships/countries',
  },
  version_repeated: {
    says: 'ends its title with its version in brackets. Stores add the version, so omit it from the title.',
    pointer: '/data/attributes/title',
  },
  rights_year_late: {
    says: 'has a rights-owner-year after next year.',
    pointer: '/data/attributes/rights-owner-year',
  },
  order_too_high: {
    says: `has an order or a disc above ${HIGHEST_USUAL_PLACE}.`,
    pointer: '/data/attributes/order',
  },
  code_differs_from_stores: {
    says: 'has a code that differs from the one stores have, so an update adds it to them beside the former one.',
    pointer: '/data/attributes/upc-code',
    trackPointer: '/data/attributes/isrc-code',
  },
  isrc_not_valid: {
    says: 'has an isrc-code that is not an ISRC.',
    pointer: '/data/attributes/isrc-code',
  },
  isrc_repeated: {
    says: 'has the ISRC of an earlier track of the album.',
    pointer: '/data/attributes/isrc-code',
  },
  isrc_of_another_owner: {
    says: 'has the ISRC of a track that another owner has delivered.',
    pointer: '/data/attributes/isrc-code',
  },
  isrcs_not_compared: {
    says: `has more than ${LARGEST_COMPARED} tracks. Only the ISRCs of the first ${ISRCS_OF_LARGER} were compared. The review of a request compares all of them.`,
    pointer: '/data/relationships/tracks',
  },
  titles_not_compared: {
    says: `has more than ${LARGEST_COMPARED} tracks. Only the first ${TITLES_OF_LARGER} titles that name featured artists were compared with the artists of their tracks.`,
    pointer: '/data/relationships/tracks',
  },
  ai_usage_not_sent: {
    says: 'has tracks that state what artificial intelligence was used for.',
    pointer: '/data/relationships/tracks',
  },
  artwork_ai_usage_not_sent: {
    says: 'states whether artificial intelligence was used for its artwork.',
    pointer: '/data/attributes/artwork-ai-usage',
  },
} as const satisfies Record<string, WarningDefinition>;

export type ReleaseWarning = keyof typeof releaseWarnings;

export const releaseWarningCodes = Object.keys(releaseWarnings) as ReleaseWarning[];
