import { beforeAll, describe, expect, it } from 'vitest';
import { handler as matches } from '../../../functions/track-matches/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { MAX_MATCHES } from '../../../shared/matching/lists/replace-matches.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import { allRows, faultsOf } from '../../support/invariants.ts';
import { giveMatches, matchFound } from '../../support/matches.ts';
import { newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
/** Ids of the matches of two tracks: three of the first, and one of the second. */
let first: string;
let second: string;
let ids: string[];

const recording = matchFound(
  { 'is-cover': 0, 'confidence-score': 100, title: 'Zebra', label: 'Red', 'release-date': '2024-01-01' },
  {
    matchedTrackId: '100',
    analysis: { method: 'isrc', 'title-similarity': null, 'artist-similarity': null },
  },
);
const cover = matchFound(
  {
    title: 'Élan',
    'album-title': 'Other',
    'isrc-code': 'us-ab1-99-00002',
    'iswc-code': null,
    'confidence-score': 80,
    'release-date': '2025-01-01',
  },
  { matchedTrackId: '200' },
);
const bare = matchFound(
  {
    title: 'Alone',
    'album-upc-code': '614141999996',
    'confidence-score': null,
    'release-date': '2023-06-01',
  },
  { matchedTrackId: '300', analysis: null, parts: {} },
);

beforeAll(async () => {
  ada = await newAdmin();
  const release = await newRelease(ada, [{ title: 'So Where' }, { title: 'So When' }]);
  [first = '', second = ''] = release.trackIds;
  const { userId: ownerId } = ada;
  const at = (second: number) => new Date(Date.UTC(2026, 10, 30, 12, 0, second));
  ids = [
    ...(await giveMatches({ trackId: first, ownerId }, [recording, cover, bare], at(0))),
    ...(await giveMatches({ trackId: second, ownerId }, [matchFound({ title: 'Beta' })], at(1))),
  ];
});

const get = async (path: string, person = ada, status = 200) =>
  (await call(path.startsWith('/tracks') ? tracks : matches, status, { path, token: person.token })).body;
const listed = async (query: string, path = '/track-matches') =>
  (await get(`${path}?${query}`)).data.map(({ id }: { id: string }) => ids.indexOf(id));

describe('a track match', () => {
  it('has the specified attributes and relationships, with an integer id', async () => {
    const [id = ''] = ids;
    const { data } = await get(`/track-matches/${id}`);
    expect(id).toMatch(/^[1-9]\d{0,15}$/);
    expect(data.attributes).toEqual({
      ...recording.attributes,
      'created-at': '2026-11-30T12:00:00.000Z',
      'updated-at': '2026-11-30T12:00:00.000Z',
    });
    expect(Object.keys(data.attributes)).toHaveLength(21);
    const self = `http://localhost:3000/api/v1/track-matches/${id}`;
    expect(Object.keys(data.relationships)).toHaveLength(7);
    for (const [name, { links }] of Object.entries<{ links: object }>(data.relationships))
      expect(links).toEqual({ self: `${self}/relationships/${name}`, related: `${self}/${name}` });
  });

  it('shows is-cover as 0 or 1', async () => {
    const { data } = await get('/track-matches?fields[track-matches]=is-cover');
    expect(data.map((each: { attributes: object }) => Object.values(each.attributes))).toEqual([
      [0],
      [1],
      [1],
      [1],
    ]);
  });

  it('has empty fields where the analysis found nothing', async () => {
    const { data } = await get(`/track-matches/${ids[2]}`);
    expect(data.attributes['confidence-score']).toBeNull();
    expect(data.relationships['track-analysis'].data).toBeNull();
    expect(data.relationships.artists.data).toEqual([]);
  });

  it('cannot be written', async () => {
    const { token } = ada;
    await call(matches, 405, { method: 'POST', path: '/track-matches', token, body: {} });
    await call(matches, 405, { method: 'DELETE', path: `/track-matches/${ids[0]}`, token });
  });

  it('is visible only to the owner of the track', async () => {
    const eve = await newAdmin();
    expect((await get('/track-matches', eve)).data).toEqual([]);
    expect((await get(`/track-matches?filter[track]=${first}`, eve)).data).toEqual([]);
    await get(`/track-matches/${ids[0]}`, eve, 403);
    await get(`/track-match-artists/${ids[0]}-1`, eve, 403);
    await get(`/tracks/${first}/track-matches`, eve, 403);
  });
});

describe('track matches', () => {
  it('are listed oldest first, with four members of page metadata', async () => {
    const body = await get('/track-matches?page[size]=3');
    expect(body.meta.page).toEqual({ currentPage: 1, lastPage: 2, perPage: 3, total: 4 });
    expect(await listed('')).toEqual([0, 1, 2, 3]);
    expect(await listed('page[size]=3&page[number]=2')).toEqual([3]);
  });

  const filters: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
    'is-cover': { 0: [0], false: [0], 1: [1, 2, 3], true: [1, 2, 3] },
    title: { éL: [1], e: [0, 2, 3], x: [] },
    'album-title': { gree: [0, 2, 3], OTHER: [1] },
    'isrc-code': { DEAB12600001: [0, 2, 3], 'de-ab1-26-00001': [0, 2, 3], USAB19900002: [1], DE: [] },
    'album-upc-code': { '0850001000314': [0, 1, 3], '0614141999996': [2], '850001000314': [0, 1, 3], x: [] },
    'iswc-code': { 'T-034.524.680-1': [0, 2, 3], t0345246801: [0, 2, 3], 'T-0': [] },
    label: { Red: [0], 'Blue Room': [1, 2, 3], Blue: [] },
  };
  it.each(Object.entries(filters))(
    'can be filtered by %s, even in the list of a track',
    async (name, cases) => {
      for (const [value, expected] of Object.entries(cases)) {
        const query = `filter[${name}]=${encodeURIComponent(value)}`;
        expect(await listed(query), value).toEqual(expected);
        const ofFirst = expected.filter((index) => index < 3);
        expect(await listed(query, `/tracks/${first}/track-matches`), value).toEqual(ofFirst);
        expect(await listed(`${query}&filter[track]=${first}`), value).toEqual(ofFirst);
      }
    },
  );

  it('reject any other value of is-cover', async () => {
    const { errors } = await get('/track-matches?filter[is-cover]=2', ada, 400);
    expect(errors[0].source.parameter).toBe('filter[is-cover]');
  });

  it('can be filtered by one or several tracks', async () => {
    expect(await listed(`filter[track]=${second}`)).toEqual([3]);
    expect(await listed(`filter[track]=${second},${first}`)).toEqual([0, 1, 2, 3]);
    expect(await listed('filter[track]=1')).toEqual([]);
  });

  it.each([
    ['title', [2, 3, 1, 0]],
    ['release-date', [2, 0, 1, 3]],
    ['created-at', [0, 1, 2, 3]],
  ])('can be sorted by %s, even in the list of a track', async (sort, expected) => {
    expect(await listed(`sort=${sort}`)).toEqual(expected);
    const ofFirst = expected.filter((index) => index < 3);
    expect(await listed(`sort=${sort}`, `/tracks/${first}/track-matches`)).toEqual(ofFirst);
  });

  it('can be sorted in reverse', async () => {
    expect(await listed('sort=-title')).toEqual([0, 1, 3, 2]);
    expect(await listed('sort=-created-at')).toEqual([3, 0, 1, 2]);
  });

  it('are paged per track like all matches', async () => {
    const { data, meta, links } = await get(`/tracks/${first}/track-matches?page[size]=2&page[number]=2`);
    expect(data.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    expect(meta.page).toEqual({ currentPage: 2, lastPage: 2, perPage: 2, total: 3 });
    expect(links.prev).toContain(`/tracks/${first}/track-matches?`);
  });
});

describe('the records of a match', () => {
  it.each([
    ['track', ['tracks']],
    ['track.user', ['tracks', 'users']],
    ['track.albums', ['albums', 'tracks']],
    ['track.artists', ['tracks']],
    ['track-analysis', ['track-analyses']],
    ['artists', ['track-match-artists', 'track-match-artists']],
    ['distributors', ['track-match-distributors']],
    ['time-offsets', ['track-match-time-offsets']],
    ['alpha-artists', ['track-match-alpha-artists']],
    ['gamma-artists', ['track-match-gamma-artists']],
  ])('can be included with %s, even in the list of a track', async (include, types) => {
    const typesIn = (body: { included: { type: string }[] }) => body.included.map(({ type }) => type).sort();
    expect(typesIn(await get(`/track-matches/${ids[1]}?include=${include}`))).toEqual(types);
    const list = await get(`/tracks/${second}/track-matches?include=${include}`);
    expect(typesIn(list)).toEqual(types);
  });

  it('have their own ids and can be read by them', async () => {
    const id = ids[0] ?? '';
    const { data } = await get(`/track-matches/${id}/artists`);
    expect(data.map((each: { id: string }) => each.id)).toEqual([`${id}-1`, `${id}-2`]);
    expect((await get(`/track-match-artists/${id}-2`)).data).toMatchObject({
      type: 'track-match-artists',
      attributes: { name: 'Leo Marsh' },
    });
    expect((await get(`/track-match-time-offsets/${id}-1`)).data.attributes).toEqual({
      start: 12.5,
      end: 40.25,
      'matched-start': 61,
      'matched-end': 88.75,
    });
    expect((await get(`/track-match-alpha-artists/${id}-1`)).data.attributes).toEqual({
      name: 'Nia Calder',
      'alpha-id': 'a3',
    });
    expect((await get(`/track-analyses/${id}`)).data.attributes).toEqual({
      method: 'isrc',
      'title-similarity': null,
      'artist-similarity': null,
      'created-at': '2026-11-30T12:00:00.000Z',
    });
    await get(`/track-match-artists/${id}-3`, ada, 404);
    await get(`/track-analyses/${ids[2]}`, ada, 404);
  });
});

describe('the matches of a track', () => {
  const ownerId = () => ada.userId;
  const newTrack = async () => (await newRelease(ada, [{ title: 'So Who' }])).trackIds[0] ?? '';

  it('are deleted with the track', async () => {
    const trackId = await newTrack();
    const [id] = await giveMatches({ trackId, ownerId: ownerId() }, [matchFound()]);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackId}`, token: ada.token });
    await get(`/track-matches/${id}`, ada, 404);
    const rows = await allRows();
    expect(rows.filter(({ pk, track }) => String(pk).includes(trackId) || track === trackId)).toEqual([]);
    expect(faultsOf(definitions, rows)).toEqual([]);
  });

  it('are limited to the best by number and size', async () => {
    const trackId = await newTrack();
    const many = Array.from({ length: MAX_MATCHES + 10 }, (_, index) =>
      matchFound({ 'confidence-score': 70 + (index % 30) }, { matchedTrackId: String(index + 1) }),
    );
    expect(await giveMatches({ trackId, ownerId: ownerId() }, many)).toHaveLength(MAX_MATCHES);
    const { data } = await get(`/tracks/${trackId}/track-matches?page[size]=100`);
    const scores = data.map(
      ({ attributes }: { attributes: Record<string, number> }) => attributes['confidence-score'],
    );
    expect(scores).toEqual(scores.toSorted((left: number, right: number) => right - left));
    expect(Math.min(...scores)).toBe(72);
    const long = many.map((each) => ({
      ...each,
      attributes: { ...each.attributes, title: '🎷'.repeat(300), 'album-title': '🎷'.repeat(255) },
      parts: { artists: Array.from({ length: 5 }, () => ({ name: '🎷'.repeat(255) })) },
    }));
    const kept = await giveMatches({ trackId, ownerId: ownerId() }, long);
    expect(kept.length).toBeGreaterThan(30);
    expect(kept.length).toBeLessThan(MAX_MATCHES);
  });

  it('cost one read of a row, or one query and one for a snapshot', async () => {
    const { token } = ada;
    const one = await costOf(tracks, 200, { path: `/tracks/${second}/track-matches`, token });
    expect(one).toMatchObject({ calls: 3, readUnits: 2, writeUnits: 1 });
    const byId = await costOf(matches, 200, { path: `/track-matches/${ids[3]}?include=artists`, token });
    expect(byId).toMatchObject({ calls: 5, readUnits: 4, writeUnits: 1 });
    const eve = await newAdmin();
    const all = await costOf(matches, 200, { path: '/track-matches', token: eve.token });
    expect(all).toMatchObject({ calls: 3, readUnits: 1, writeUnits: 1 });
  });
});
