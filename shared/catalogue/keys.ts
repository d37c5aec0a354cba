/** How the records of the catalogue are kept, and the rows beside them. */
import type { KeyRow } from '../kit/table/keys.ts';
import { comparableIsrc, isrcHold, isrcHolds } from './rules/isrc.ts';

export const catalogueKeyRows = {
  labels: { covering: true, unique: { name: 'owner' } },
  artists: { unique: { name: 'owner' } },
  // One profile on each of the DSPs that keep profiles.
  'artist-dsp-availabilities': {
    covering: true,
    links: { artist: { max: 10, by: 'dsp' } },
  },
  // Their album-dsps are found through the list of albums.
  albums: { links: { label: {} }, unique: { gtin: 'platform' }, indexed: ['dsps'], causes: 'always' },
  'album-dsps': { within: true, covering: true, links: { album: {} } },
  'album-artists': { links: { album: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} } },
  'album-tracks': {
    links: {
      // An album tells what its tracks are without reading them: rules ask whether all are videos, and whether all are ready.
      album: {
        max: 1000,
        by: 'disc+order',
        tallies: {
          songs: ({ kind }) => kind === 'song',
          'unready-videos': ({ kind }) => kind === 'unready_video',
        },
      },
      track: { max: 20, by: 'album' },
    },
  },
  // Reports of stores name tracks by their ISRC.
  tracks: { foundBy: { field: 'isrc-code', form: comparableIsrc, lists: isrcHolds, listOf: isrcHold } },
  'track-artists': { links: { track: { max: 40, by: 'artist+artist-role' }, artist: {}, 'artist-role': {} } },
  // Not in separate rows, but in one row for each track: shared/catalogue/credits.
  'track-credits': { within: true, covering: true },
  // One master of each type.
  'track-assets': { links: { track: { max: 2, by: 'asset-type' } } },
} as const satisfies Record<string, KeyRow>;
