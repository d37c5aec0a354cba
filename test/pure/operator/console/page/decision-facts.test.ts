/** What the dialog of a decision repeats. */
import { expect, it } from 'vitest';
import { factsOf } from '../../../../../bin/operator/console/page/decision-facts.ts';
import type { Match } from '../../../../../bin/operator/console/page/reviews.ts';

const track = { id: '3', disc: 1, order: 1, title: 'Bus', audio: null };
const request: Parameters<typeof factsOf>[0]['request'] = {
  state: 'to-review',
  tracks: [{ ...track, matches: [] }],
  validation: { problems: [], warnings: [] },
  warnings: [],
  'files-not-read': [],
};
const match: Match = {
  id: '9',
  'is-cover': 1,
  'confidence-score': 97,
  method: 'audio',
  track: '8',
  imported: null,
  title: 'Night Bus',
  artists: ['Ada', 'Bob'],
  album: '',
  isrc: '',
  user: '7',
  'is-of-another-owner': true,
  'time-offsets': [],
};

it('the facts are empty for a request without matches, warnings and unread files', () => {
  expect(factsOf({ request })).toEqual([]);
});

it('the facts repeat holds, missing items, warnings, foreign matches and unread files', () => {
  const record = { type: 'tracks', id: '3' };
  const tracks = [{ ...track, matches: [match, { ...match, 'is-of-another-owner': false }] }];
  const found = factsOf({
    request: {
      ...request,
      state: 'held',
      tracks,
      validation: {
        problems: [{ code: 'album_incomplete', detail: 'The album has no label.', pointer: '/data', record }],
        warnings: [
          { code: 'audio_not_heard', detail: 'Track 1.1: It is not analyzed yet.', pointer: '/data', record },
        ],
      },
      warnings: ['The artwork cannot be read. The server is gone.'],
      'files-not-read': ['The artwork', 'A', 'B', 'C', 'D'],
    },
  });
  expect(found).toEqual([
    'It is held: a track is a recording of another owner, or cannot be compared.',
    'The album has no label.',
    'Track 1.1: It is not analyzed yet.',
    'The artwork cannot be read. The server is gone.',
    '“Bus” matches “Night Bus” by Ada, Bob of another owner (97 %, cover).',
    'Files that are not read yet: The artwork, A, B and 2 more.',
  ]);
});
