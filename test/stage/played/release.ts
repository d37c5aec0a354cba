/** A release with its request, as a stage shows them. */
import type { ResultOf } from '../../../shared/service/commands/list.ts';

type Row = ResultOf<'list-reviews'>['items'][number];
export type PlayedRequest = ResultOf<'show-request'>;
export type PlayedRelease = ResultOf<'show-release'>;
type Track = PlayedRelease['tracks'][number];
type Match = PlayedRequest['tracks'][number]['matches'][number];

const at = '2026-11-05T10:00:00.000Z';
const owner = { organization: '5', 'organization-name': 'Blue Room', user: '6' };

export const playedRow = (more: Partial<Row> = {}): Row => ({
  id: '1',
  type: 'delivery',
  state: 'to-review',
  'created-at': at,
  since: at,
  decided: null,
  album: '2',
  seen: '0-0-5f8d1c2b',
  title: 'Night Bus',
  'release-date': '2026-12-01',
  format: 'single',
  'upc-code': null,
  'has-artwork': false,
  tracks: 1,
  artists: ['Ada'],
  label: 'Blue',
  ...owner,
  missing: 0,
  warnings: 0,
  notes: [],
  'looked-at-by': [],
  ...more,
});

export const playedRequest = (more: Partial<PlayedRequest> = {}): PlayedRequest => ({
  id: '1',
  type: 'delivery',
  status: 'pending',
  album: '2',
  date: at,
  stores: ['Melodeon'],
  countries: 'all',
  'countries-added': null,
  'countries-removed': null,
  differences: null,
  seen: '0-0-5f8d1c2b',
  changes: [],
  decisions: [],
  deliveries: [],
  state: 'to-review',
  tracks: [],
  validation: { problems: [], warnings: [] },
  warnings: [],
  'files-not-read': [],
  ...more,
});

export const playedTrack = (more: Partial<Track> = {}): Track => ({
  id: '3',
  disc: 1,
  order: 1,
  title: 'Bus',
  'title-translations': [],
  version: null,
  artists: [{ id: '7', name: 'Ada', isni: null, ipi: null, role: 'main_artist', order: 1 }],
  credits: [],
  'isrc-code': null,
  'iswc-code': null,
  length: null,
  'is-explicit': false,
  'is-video': false,
  'ai-usage': null,
  language: null,
  genres: [],
  'rights-owner': '2026 Blue',
  lyrics: null,
  'synced-lyrics': null,
  'preview-start': null,
  'has-audio': true,
  masters: [],
  heard: null,
  ...more,
});

/** The analysis of a track's audio. */
export const playedSound = (
  more: Partial<NonNullable<Track['heard']>> = {},
): NonNullable<Track['heard']> => ({
  status: 'completed',
  error: null,
  duration: 61,
  'sample-rate': 44_100,
  channels: 2,
  loudness: -14,
  peak: -1,
  'silence-at-start': 0,
  'silence-at-end': 0,
  clipping: 0,
  warnings: [],
  format: null,
  'bit-depth': null,
  ...more,
});

export const playedRelease = (more: Partial<PlayedRelease> = {}): PlayedRelease => ({
  id: '2',
  seen: '0-0-5f8d1c2b',
  title: 'Night Bus',
  'title-translations': [],
  version: null,
  status: 'in_review',
  artists: [{ id: '7', name: 'Ada', isni: null, ipi: null, role: 'main_artist', order: 1 }],
  format: 'single',
  'release-date': '2026-12-01',
  'release-time': null,
  'release-time-zone': 'local',
  'pre-order-date': null,
  'is-compilation': false,
  label: 'Blue',
  'upc-code': null,
  'catalogue-number': null,
  genres: [],
  language: null,
  'is-explicit': false,
  'rights-owner': '2026 Blue',
  copyright: null,
  publishing: null,
  'has-artwork': false,
  'artwork-ai-usage': null,
  dsps: ['Melodeon'],
  countries: 'all',
  ...owner,
  tracks: [playedTrack()],
  ...more,
});

export const playedAlbum = (more: Partial<ResultOf<'show-album'>> = {}): ResultOf<'show-album'> => ({
  why: 'It waits for a review.',
  id: '2',
  seen: '0-0-5f8d1c2b',
  title: 'Night Bus',
  status: 'in_review',
  'qa-status': 'awaiting_review',
  ...owner,
  dsps: ['1'],
  'live-on': [],
  missing: [],
  masters: [],
  requests: [],
  deliveries: [],
  history: [],
  ...more,
});

export const playedMatch = (more: Partial<Match> = {}): Match => ({
  id: '9',
  'is-cover': 0,
  'confidence-score': 97,
  method: 'audio',
  track: '8',
  imported: null,
  title: 'Released Bus',
  artists: ['Bob'],
  album: 'Depot',
  isrc: 'DEXX12600001',
  user: '10',
  'is-of-another-owner': true,
  'time-offsets': [],
  ...more,
});
