import { describe, expect, it } from 'vitest';
import type { RequestType } from '../../../../shared/distribution/rules/distribution.ts';
import {
  type AlbumDsps,
  defaultDsps,
  dspProblems,
  noDspProblems,
  noneRemain,
  possibleDsps,
  remainingDsps,
  unknownDspProblems,
} from '../../../../shared/distribution/rules/store-requests.ts';

const TYPE = '/data/attributes/request-type';
const dsps = (changes: Partial<AlbumDsps>): AlbumDsps => ({
  assigned: ['1', '4', '9'],
  allowed: ['1', '4', '12'],
  live: [],
  arriving: [],
  leaving: [],
  ...changes,
});
const codesOf = (problems: readonly { readonly code: string }[]) => problems.map(({ code }) => code);

it('a release goes to the DSPs assigned to the album and available to its owner', () => {
  expect(possibleDsps(dsps({}))).toEqual(['1', '4']);
});

describe('a request without DSPs', () => {
  it.each<[string, RequestType, Partial<AlbumDsps>, string[]]>([
    ['a delivery is for all that are possible', 'delivery', {}, ['1', '4']],
    ['a delivery is not for those that have the album', 'delivery', { live: ['1'] }, ['4']],
    ['a delivery is not for those that are getting it', 'delivery', { arriving: ['4'] }, ['1']],
    ['an update is for those that have the album', 'update', { live: ['4', '12'] }, ['4', '12']],
    ['an update is not for DSPs that the owner lost', 'update', { live: ['4', '9'] }, ['4']],
    ['an update of an album that none has is for all possible', 'update', {}, ['1', '4']],
    ['a redelivery is for those that have the album', 'redelivery', { live: ['1'], arriving: ['1'] }, ['1']],
    ['a takedown is for all that have the album', 'takedown', { live: ['4', '9', '20'] }, ['4', '9', '20']],
    ['a takedown is not for those that remove it', 'takedown', { live: ['4', '9'], leaving: ['9'] }, ['4']],
  ])('%s', (_, type, changes, expected) => expect(defaultDsps(type, dsps(changes))).toEqual(expected));

  it.each<[string, RequestType, Partial<AlbumDsps>]>([
    ['with DSPs to deliver to', 'delivery', {}],
    ['of an album without possible DSPs, which is incomplete', 'delivery', { assigned: ['9'] }],
    ['with DSPs to take down from', 'takedown', { live: ['1'] }],
  ])('has no problem: %s', (_, type, changes) => expect(noDspProblems(type, dsps(changes))).toEqual([]));

  it('has a problem of its type if no DSP is possible', () => {
    expect(noDspProblems('delivery', dsps({ live: ['1'], arriving: ['4'] }))).toEqual([
      {
        code: 'distribution_request_exists',
        detail: expect.stringContaining('Every DSP of the album'),
        pointer: TYPE,
      },
    ]);
    expect(noDspProblems('takedown', dsps({ live: ['1'], leaving: ['1'] }))).toEqual([
      {
        code: 'takedown_requires_sent_delivery',
        detail: expect.stringContaining('No DSP has the album'),
        pointer: TYPE,
      },
    ]);
  });
});

describe('a request that names DSPs', () => {
  const problemsOf = (type: RequestType, id: string, changes: Partial<AlbumDsps> = {}) =>
    dspProblems({ type, named: [id] }, dsps(changes), '/at');

  it.each<[string, RequestType, string, Partial<AlbumDsps>]>([
    ['a delivery to an assigned one', 'delivery', '1', {}],
    ['an update of one that has the album', 'update', '1', { live: ['1'] }],
    ['an update of one that does not have it yet', 'update', '4', {}],
    ['an update of one that has the album, though not assigned', 'update', '12', { live: ['12'] }],
    ['a takedown from one that the owner lost', 'takedown', '9', { live: ['9'] }],
    ['a takedown from one that is not assigned', 'takedown', '12', { live: ['12'] }],
  ])('can be %s', (_, type, id, changes) => expect(problemsOf(type, id, changes)).toEqual([]));

  it.each<[string, RequestType, string, Partial<AlbumDsps>, string]>([
    ['a delivery to one that is not assigned', 'delivery', '12', {}, 'dsp_not_available'],
    [
      'a delivery to one not assigned that has the album',
      'delivery',
      '12',
      { live: ['12'] },
      'dsp_not_available',
    ],
    ['an update of one that is not assigned', 'update', '12', {}, 'dsp_not_available'],
    ['a delivery to one that the owner lost', 'delivery', '9', {}, 'dsp_not_available'],
    ['a delivery to one that has the album', 'delivery', '1', { live: ['1'] }, 'distribution_request_exists'],
    [
      'a delivery to one that is getting it',
      'delivery',
      '1',
      { arriving: ['1'] },
      'distribution_request_exists',
    ],
    ['a takedown from one without the album', 'takedown', '1', {}, 'takedown_requires_sent_delivery'],
    [
      'a second takedown',
      'takedown',
      '1',
      { live: ['1'], leaving: ['1'] },
      'takedown_requires_sent_delivery',
    ],
  ])('cannot be %s', (_, type, id, changes, code) =>
    expect(problemsOf(type, id, changes)).toEqual([
      { code, detail: expect.stringContaining(`DSP ${id} `), pointer: '/at' },
    ]),
  );

  it('has one problem for all DSPs without anything to take down', () => {
    const named = ['1', '4', '9', '12'];
    expect(
      dspProblems({ type: 'takedown', named }, dsps({ live: ['4', '9'], leaving: ['9'] }), '/at'),
    ).toEqual([
      {
        code: 'takedown_requires_sent_delivery',
        detail: 'DSPs 1, 9 and 12 do not have the album, or their takedowns are pending.',
        pointer: '/at',
      },
    ]);
  });

  it('reports why a DSP is not available', () => {
    expect(problemsOf('delivery', '12')[0]?.detail).toContain('assigned');
    expect(problemsOf('delivery', '9')[0]?.detail).toContain('available');
  });

  it('has a problem for each DSP', () => {
    const named = ['1', '12', '9'];
    expect(codesOf(dspProblems({ type: 'delivery', named }, dsps({ live: ['1'] }), '/at'))).toEqual([
      'distribution_request_exists',
      'dsp_not_available',
      'dsp_not_available',
    ]);
  });
});

it('a DSP that is neither assigned nor has the album is reported as unknown', () => {
  expect(unknownDspProblems(['1', '12', '20'], dsps({ live: ['12'] }), '/at')).toEqual([
    { code: 'dsp_not_available', detail: expect.stringContaining('DSP 20 '), pointer: '/at' },
  ]);
});

describe('an approved request', () => {
  it.each<[RequestType, Partial<AlbumDsps>, string[]]>([
    ['delivery', { live: ['4'] }, ['1']],
    ['update', { live: ['12'] }, ['1', '4', '12']],
    ['takedown', { live: ['4', '9'], leaving: ['4'] }, ['9']],
  ])('is sent only to DSPs that still need it, for type %s', (type, changes, expected) => {
    const named = ['1', '4', '9', '12'];
    expect(remainingDsps({ type, named }, dsps(changes))).toEqual(expected);
  });

  it.each<[RequestType, string[], string, RegExp]>([
    ['delivery', ['9', '12'], 'dsp_not_available', /None of the DSPs/],
    ['delivery', ['9', '1'], 'distribution_request_exists', /Every DSP of the request/],
    ['takedown', ['9', '1'], 'takedown_requires_sent_delivery', /None of the DSPs/],
  ])('has a problem if DSPs no longer need it (%s, %j): %s', (type, named, code, detail) =>
    expect(noneRemain({ type, named }, dsps({ live: ['1'] }))).toEqual({
      code,
      detail: expect.stringMatching(detail),
    }),
  );
});
