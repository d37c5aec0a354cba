/** Warnings about releases that can be distributed nevertheless, by their codes. */
import { RECOMMENDED_ARTWORK } from './album-artwork.ts';
import { LONGEST_SILENCE_SECONDS, LOUDEST } from './track-warnings.ts';

/** Each ISRC takes a read of the track, and one of the index of codes. All of up to so many are compared. */
export const MOST_ISRCS_COMPARED = 20;
/** Of an album with more, whose lists take more units. */
export const ISRCS_COMPARED_OF_MORE = 10;

/** Each title takes reads of the artists of its track. Of an album with more tracks than that. */
export const TITLES_COMPARED_OF_MORE = 5;

interface WarningDefinition {
  readonly of: 'album' | 'track';
  /** Completes a sentence about the album or track. */
  readonly says: string;
  /** JSON pointer to the member of the album or track. */
  readonly pointer: string;
}

export const releaseWarnings = {
  artwork_unreadable: {
    of: 'album',
    says: 'has artwork that cannot be read.',
    pointer: '/data/attributes/artwork',
  },
  artwork_not_square: {
    of: 'album',
    says: 'has artwork that is not square.',
    pointer: '/data/meta/artwork',
  },
  artwork_too_small: {
    of: 'album',
    says: `has artwork of less than ${RECOMMENDED_ARTWORK} by ${RECOMMENDED_ARTWORK} pixels.`,
    pointer: '/data/meta/artwork',
  },
  release_date_past: {
    of: 'album',
    says: 'has a release date in the past, and was never delivered.',
    pointer: '/data/attributes/release_date',
  },
  audio_too_loud: {
    of: 'track',
    says: `is louder than ${LOUDEST} LUFS, so stores turn it down.`,
    pointer: '/data/meta/audio/loudness',
  },
  audio_silent_at_ends: {
    of: 'track',
    says: `begins or ends with more than ${LONGEST_SILENCE_SECONDS} seconds of silence.`,
    pointer: '/data/meta/audio',
  },
  audio_clipped: {
    of: 'track',
    says: 'clips, because consecutive samples are at full scale.',
    pointer: '/data/meta/audio/clipping',
  },
  explicit_title: {
    of: 'track',
    says: 'says in its title or version that it is explicit, but is-explicit is false.',
    pointer: '/data/attributes/is-explicit',
  },
  featured_artist_missing: {
    of: 'track',
    says: 'names a featured artist in its title who is not among its artists.',
    pointer: '/data/relationships/track-artists',
  },
  isrc_of_another_owner: {
    of: 'track',
    says: 'has the ISRC of a track that another owner has delivered.',
    pointer: '/data/attributes/isrc-code',
  },
  isrcs_not_compared: {
    of: 'album',
    says: `has more than ${MOST_ISRCS_COMPARED} tracks. Only the ISRCs of the first ${ISRCS_COMPARED_OF_MORE} were compared, and the others are once it is requested.`,
    pointer: '/data/relationships/tracks',
  },
  titles_not_compared: {
    of: 'album',
    says: `has more than ${MOST_ISRCS_COMPARED} tracks. Only the first ${TITLES_COMPARED_OF_MORE} titles that name featured artists were compared with the artists of their tracks.`,
    pointer: '/data/relationships/tracks',
  },
} as const satisfies Record<string, WarningDefinition>;

export type ReleaseWarning = keyof typeof releaseWarnings;

export const releaseWarningCodes = Object.keys(releaseWarnings) as ReleaseWarning[];
