/** Keys of the catalogue's records and of the rows beside them. */
import { type Key, type KeyRow, WHOLE } from '../kit/table/keys.ts';
import { profileListOf } from './rules/artist-availability.ts';
import { comparableIsrc, isrcList, isrcLists, isrcYear } from './rules/isrc.ts';

export const catalogueKeyRows = {
  labels: { journaled: true, covering: true, unique: { name: 'owner' } },
  artists: { journaled: true, unique: { name: 'owner' } },
  // One profile per artist and DSP.
  'artist-dsp-availabilities': {
    journaled: true,
    covering: true,
    links: { artist: { max: 10, by: 'dsp' } },
    listed: { lists: ['new'], listOf: profileListOf },
  },
  // Album-dsps are found through the list of albums.
  albums: {
    journaled: true,
    links: { label: {} },
    unique: { gtin: 'platform' },
    indexed: ['dsps'],
    causes: 'always',
  },
  'album-dsps': { within: true, covering: true, links: { album: {} } },
  'album-artists': {
    journaled: true,
    links: { album: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} },
  },
  'album-tracks': {
    journaled: true,
    links: {
      // Rules check whether all tracks are videos, and whether all are ready, and requests whether all are
      // complete, without reading the tracks. Validations warn without reading them.
      album: {
        max: 1000,
        by: 'disc+order',
        // A short one in each entry, which tells that the others would be there (see `lacksIn`).
        notes: ['ai'],
        rareNotes: ['lacks', 'warnings', 'rights-year', 'sound'],
        tallies: {
          songs: ({ kind }) => kind === 'song',
          'unready-videos': ({ kind }) => kind === 'unready_video',
        },
      },
      track: { max: 20, by: 'album' },
    },
  },
  // Store reports identify tracks by ISRC, and codes that a track has are not given to others.
  tracks: {
    journaled: true,
    foundBy: {
      field: 'isrc-code',
      form: comparableIsrc,
      rangeOf: isrcYear,
      lists: isrcLists,
      listOf: isrcList,
    },
  },
  'track-artists': {
    journaled: true,
    links: { track: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} },
  },
  // All credits of a track are in one row (shared/catalogue/credits).
  'track-credits': { within: true, journaled: true },
  // One master per type.
  'track-assets': { journaled: true, links: { track: { max: 2, by: 'asset-type' } } },
} as const satisfies Record<string, KeyRow>;

/**
 * The owner of a code that the stage gave to a record that was deleted.
 * @param code in comparable form, or '*' in patterns of keys.
 */
export const givenCodeKey = (kind: 'isrc' | 'upc' | '*', code: string): Key => ({
  pk: `given-code#${kind}#${code}`,
  sk: WHOLE,
});

/**
 * Who delivered a code to a store, also after the record has changed its code or was deleted.
 * @param code in comparable form, or '*' in patterns of keys.
 */
export const deliveredCodeKey = (kind: 'isrc' | 'upc' | '*', code: string): Key => ({
  pk: `delivered-code#${kind}#${code}`,
  sk: WHOLE,
});
