import { describe, expect, it } from 'vitest';
import {
  type AlbumFacts,
  albumStanding,
  type StandingRequest,
} from '../../../../shared/distribution/rules/album-standing.ts';

const SINCE = '2026-11-05T12:00:00.000Z';
const NEXT = '2026-11-05T13:00:00.000Z';
const request: StandingRequest = { id: '7', type: 'delivery', status: 'pending', reason: null, since: SINCE };
const sent: AlbumFacts['deliveries'][number] = {
  dsp: '1',
  status: 'sent',
  report: null,
  isRejected: false,
  resolve: null,
  reason: null,
  'next-attempt-at': null,
};
const completed = { ...sent, report: 'completed' } as const;
const failed = { ...sent, dsp: '4', status: 'error', reason: 'No connection.' } as const;
const nothing: AlbumFacts = {
  status: 'draft',
  liveOn: [],
  missing: [],
  unready: [],
  request: undefined,
  deliveries: [],
};
const missing = ['The album has no label.', 'The album has no artwork.'];
const unready = [{ title: 'Rain', status: 'pending' }];

describe('the standing of an album', () => {
  it.each<[string, Partial<AlbumFacts>]>([
    ['The album is a complete draft. Its owner has not requested its distribution.', {}],
    ['The album is a draft that cannot be distributed yet: The album has no label. (1 more)', { missing }],
    [
      'The delivery request 7 has waited for a review since 2026-11-05 12:00 UTC.',
      { request, deliveries: [failed] },
    ],
    [
      'The delivery request 7 has waited for its owner to approve it since 2026-11-05 12:00 UTC.',
      { request: { ...request, status: 'preapproved' } },
    ],
    [
      'The delivery request 7 cannot be approved yet: The album has no label. (2 more)',
      { request, missing, unready },
    ],
    [
      'The delivery request 7 cannot be approved yet: The video master of the track "Rain" is pending.',
      { request, unready },
    ],
    [
      'The takedown request 7 has waited for a review since 2026-11-05 12:00 UTC.',
      { request: { ...request, type: 'takedown' }, missing, unready },
    ],
    [
      'The delivery to DSP 4 is attempted again at 2026-11-05 13:00 UTC. The last attempt failed: No connection.',
      { deliveries: [completed, { ...failed, status: 'pending', 'next-attempt-at': NEXT }] },
    ],
    [
      'The delivery to DSPs 1, 4 has not finished yet.',
      {
        status: 'approved',
        deliveries: [
          { ...sent, status: 'pending' },
          { ...sent, dsp: '4', status: 'pending' },
        ],
      },
    ],
    [
      'DSP 4 did not get the last delivery: No connection. Also failing: DSP 6.',
      { status: 'error', deliveries: [completed, failed, { ...failed, dsp: '6' }] },
    ],
    [
      'DSP 1 rejected the last delivery: Noise. To resolve it: takedown-album 7.',
      {
        status: 'delivered',
        deliveries: [
          { ...sent, report: 'rejected', isRejected: true, reason: 'Noise.', resolve: 'takedown-album 7' },
        ],
      },
    ],
    [
      'The last request was rejected: No artwork.',
      { status: 'rejected', request: { ...request, status: 'rejected', reason: 'No artwork.' } },
    ],
    [
      'The last request was rejected: No artwork.',
      {
        status: 'rejected',
        request: { ...request, status: 'rejected', reason: 'No artwork.' },
        deliveries: [failed],
      },
    ],
    [
      'Nothing is stuck. The album was taken down from all stores.',
      { status: 'taken_down', deliveries: [failed] },
    ],
    ['Nothing is stuck. The album was taken down from all stores.', { status: 'taken_down' }],
    [
      'The album is on DSPs 1, 4. It waits for the report of DSP 1.',
      { status: 'delivered', liveOn: ['1', '4'], deliveries: [sent, { ...completed, dsp: '4' }] },
    ],
    [
      'Nothing is stuck. The album is on DSP 1.',
      { status: 'delivered', liveOn: ['1'], deliveries: [completed] },
    ],
  ])('is computed: %s', (sentence, facts) => {
    expect(albumStanding({ ...nothing, ...facts })).toBe(sentence);
  });
});
