/** From a distribution request to the matches of its tracks, and from a release to its place in the index. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { allRows, faultsOf } from '../support/invariants.ts';
import { newRelease } from '../support/releases.ts';
import { indexRelease, indexRows, released, request, shown, useMatching } from './matching.ts';
import { queue, settle } from './work-stage.ts';

useMatching();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const titles = [
  'Amber Lantern',
  'Quiet Harbour',
  'Velvet Ostrich',
  'Copper Meadow',
  'Distant Piano',
  'Frozen Sunday',
  'Golden Bicycle',
  'Hollow Mountain',
  'Ivory Staircase',
  'Jagged Orchid',
  'Kindred Thunder',
  'Lonely Umbrella',
  'Marble Whisper',
  'Narrow Telegraph',
  'Painted Galaxy',
  'Restless Violin',
  'Silver Tobacco',
  'Tangled Festival',
  'Wicked Compass',
  'Yellow Cathedral',
];

/** A title that no other test uses. */
function newTitle(): string {
  const title = titles.pop();
  if (!title) throw new Error('There are no more titles: add one.');
  return title;
}

/** Replaces the last vowel. */
const misspelt = (title: string): string => title.replace(/[aeiou](?=[^aeiou]*$)/, 'y');

/** Requests an album with one track, and processes everything. @returns the id of the track. */
async function submitted(title: string, isrc: string | null = null, artists = ['Nia Calder']) {
  const { albumId, trackIds } = await newRelease(ada, [{ title, isrc, artists }]);
  await request(albumId);
  await settle();
  return { albumId, trackId: trackIds[0] ?? '' };
}

const retitle = (person: Person, id: string, title: string) =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: person.token,
    body: { data: { type: 'tracks', id, attributes: { title } } },
  });

describe('a submitted track', () => {
  it('matches a released track with the same ISRC as the same recording', async () => {
    const eve = await newAdmin();
    const { upc } = await released(
      [{ title: 'Elsewhere', isrc: 'us-abc-26-00001', artists: ['Leo Marsh'] }],
      eve,
    );
    const { trackId } = await submitted(newTitle(), 'USABC2600001');
    const [match, ...more] = await shown(ada, trackId);
    expect(more).toEqual([]);
    expect(match?.attributes).toMatchObject({
      'is-cover': 0,
      'confidence-score': 100,
      title: 'Elsewhere',
      'album-title': 'Kind of Green',
      label: 'Blue Room',
      'isrc-code': 'us-abc-26-00001',
      'album-upc-code': upc,
      'iswc-code': null,
      'release-date': '2026-11-30',
      'alpha-id': '',
    });
  });

  it('matches a released track with the same ISWC in another spelling as a cover', async () => {
    await released([{ title: 'Das Lied', artists: ['Leo Marsh'], more: { 'iswc-code': 'T-034.524.680-1' } }]);
    await released([{ title: 'Another', artists: ['Leo Marsh'], more: { 'iswc-code': 'T-101.345.678-7' } }]);
    const { albumId, trackIds } = await newRelease(ada, [
      { title: newTitle(), more: { 'iswc-code': 't0345246801' } },
    ]);
    await request(albumId);
    await settle();
    const [match, ...more] = await shown(ada, trackIds[0] ?? '');
    expect(more).toEqual([]);
    expect(match?.attributes).toMatchObject({
      'is-cover': 1,
      'confidence-score': 100,
      title: 'Das Lied',
      'iswc-code': 'T-034.524.680-1',
    });
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('matches a released track with a similar title and artist as a cover', async () => {
    const title = newTitle();
    await released([{ title: `${title} (Live)`, artists: ['Nía Calder', 'Leo Marsh'] }]);
    const { trackId } = await submitted(misspelt(title));
    const [match, ...more] = await shown(ada, trackId);
    expect(more).toEqual([]);
    expect(match?.attributes).toMatchObject({ 'is-cover': 1, title: `${title} (Live)` });
    expect(match?.attributes['confidence-score']).toBeGreaterThanOrEqual(70);
    expect(match?.attributes['confidence-score']).toBeLessThan(99);
  });

  it.each([
    ['with a similar title', (title: string) => [`${title}s`, 'Nia Calder']],
    ['by an artist with a similar name', (title: string) => [title, 'Mia Calder']],
    ['with a similar title and artist', (title: string) => [misspelt(title), 'Nia Caldar']],
    ['by an artist with the names in another order', (title: string) => [title, 'Calder, Nia']],
  ] as const)('finds a track %s', async (_, other) => {
    const title = newTitle();
    const [otherTitle = '', artist = ''] = other(title);
    await released([{ title: otherTitle, artists: [artist] }]);
    const { trackId } = await submitted(title);
    expect((await shown(ada, trackId)).map(({ attributes }) => attributes['title'])).toEqual([otherTitle]);
  });

  it('does not match dissimilar tracks, unreleased tracks or itself', async () => {
    const title = newTitle();
    await released([{ title, artists: ['Leo Marsh'] }, { title: 'Streetlights' }]);
    await newRelease(await newAdmin(), [{ title }]);
    const { albumId, trackId } = await submitted(title);
    expect(await shown(ada, trackId)).toEqual([]);
    await indexRelease(albumId);
    await settle();
    await request(albumId);
    await settle();
    expect(await shown(ada, trackId)).toEqual([]);
  });

  it('matches another track once even if several codes, titles and releases agree', async () => {
    const title = newTitle();
    const eve = await newAdmin();
    const isrc = 'DEAAA2600002';
    const { trackIds } = await released([{ title, isrc, artists: ['Nia Calder', 'Leo Marsh'] }], eve);
    const [trackId = ''] = trackIds;
    const second = await newRelease(eve, [{ title: 'Streetlights' }], { title: 'Second' });
    await call(tracks, 201, {
      method: 'POST',
      path: '/album-tracks',
      token: eve.token,
      body: {
        data: {
          type: 'album-tracks',
          attributes: { order: 2 },
          relationships: {
            album: { data: { type: 'albums', id: second.albumId } },
            track: { data: { type: 'tracks', id: trackId } },
          },
        },
      },
    });
    await indexRelease(second.albumId);
    await settle();
    const { trackId: mine } = await submitted(title, isrc, ['Leo Marsh', 'Nia Calder']);
    const found = await shown(ada, mine);
    expect(found.map(({ attributes }) => attributes['album-title'])).toEqual(['Kind of Green']);
    expect(found[0]?.attributes['confidence-score']).toBe(100);
  });
});

describe('the next request', () => {
  it('keeps the ids of matches that still hold, deletes others and adds new ones', async () => {
    const title = newTitle();
    const eve = await newAdmin();
    const bob = await newAdmin();
    const first = await released([{ title }], eve);
    const second = await released([{ title: `${title}s` }], bob);
    const { albumId, trackId } = await submitted(title);
    const before = await shown(ada, trackId);
    expect(before.map(({ attributes }) => attributes['title'])).toEqual([title, `${title}s`]);
    await indexRelease(second.albumId, false);
    await retitle(eve, first.trackIds[0] ?? '', `${title}!`);
    await indexRelease(first.albumId);
    await released([{ title: `${title}?` }]);
    await request(albumId);
    await settle();
    const after = await shown(ada, trackId);
    expect(after.map(({ attributes }) => attributes['title'])).toEqual([`${title}!`, `${title}?`]);
    const { 'created-at': createdAt, 'updated-at': updatedAt } = after[0]?.attributes ?? {};
    expect(after[0]?.id).toBe(before[0]?.id);
    expect(createdAt).toBe(before[0]?.attributes['created-at']);
    expect(String(updatedAt) > String(createdAt)).toBe(true);
    expect(before.map(({ id }) => id)).not.toContain(after[1]?.id);
    expect(Number(after[1]?.id)).toBeGreaterThan(Number(before[1]?.id));
    expect(faultsOf(definitions, await allRows())).toEqual([]);
  });

  it('deletes all matches when none holds anymore', async () => {
    const title = newTitle();
    await released([{ title }]);
    const { albumId, trackId } = await submitted(title);
    const [match] = await shown(ada, trackId);
    await retitle(ada, trackId, 'Something Else Entirely');
    await request(albumId);
    await settle();
    expect(match).toBeDefined();
    expect(await shown(ada, trackId)).toEqual([]);
    const rows = await allRows();
    expect(rows.filter(({ track }) => track === trackId)).toEqual([]);
    expect(faultsOf(definitions, rows)).toEqual([]);
  });
});

describe('the index of released tracks', () => {
  it('finds each track by ISRC, artists and title, and stores only what matches show and compare', async () => {
    const { albumId } = await released([
      { title: newTitle(), isrc: 'DE-AB1-26-78001', artists: ['Nia', 'Leo'] },
    ]);
    const rows = await indexRows(albumId);
    const kinds = rows.map(({ pk }) => String(pk).split('#')[0]).toSorted();
    expect(kinds).toEqual([
      'released-album',
      'released-by-artist',
      'released-by-artist',
      'released-by-isrc',
      'released-by-title',
      'released-by-title',
    ]);
    const known =
      'pk sk trackId albumId title artists isrc iswc albumTitle label upc releaseDate entries'.split(' ');
    for (const row of rows) expect(known).toEqual(expect.arrayContaining(Object.keys(row)));
  });

  it('follows the album when an update goes to the store', async () => {
    const eve = await newAdmin();
    const { albumId, trackIds } = await released([{ title: newTitle() }, { title: newTitle() }], eve);
    const [first = '', second = ''] = trackIds;
    const title = newTitle();
    await retitle(eve, first, title);
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${second}`, token: eve.token });
    await indexRelease(albumId);
    await settle();
    const rows = await indexRows(albumId);
    expect(new Set(rows.map(({ trackId }) => trackId))).toEqual(new Set([first]));
    expect(rows).toHaveLength(3);
    expect(rows.filter((row) => row['title'] === title)).toHaveLength(1);
  });

  it('omits an album after its takedown and includes it after a new delivery', async () => {
    const { albumId } = await released([{ title: newTitle(), isrc: 'DE-AB1-26-78002' }]);
    const before = await indexRows(albumId);
    await indexRelease(albumId, false);
    await settle();
    expect(await indexRows(albumId)).toEqual([]);
    await indexRelease(albumId);
    await settle();
    expect(await indexRows(albumId)).toEqual(before);
  });

  it('includes tracks without artists or words by ISRC only', async () => {
    const { albumId } = await released([
      { title: newTitle(), artists: [], isrc: 'DE-AB1-26-78003' },
      { title: '!!!', artists: ['???'] },
      { title: newTitle(), artists: [], isrc: 'N/A' },
    ]);
    const kinds = (await indexRows(albumId)).map(({ pk }) => String(pk).split('#')[0]).toSorted();
    expect(kinds).toEqual([
      ...Array.from({ length: 3 }, () => 'released-album'),
      'released-by-artist',
      'released-by-isrc',
      'released-by-title',
    ]);
  });

  it('accepts the longest possible names', async () => {
    const long = (letter: string, length: number) => letter.repeat(length);
    const isrc = long('Ⅷ', 100);
    await released([{ title: long('ﷺ', 300), artists: [long('🎷', 255), long('ä', 255)], isrc }]);
    const { trackId } = await submitted(long('ﷺ', 300), null, [long('Ä', 255)]);
    expect(await shown(ada, trackId)).toHaveLength(1);
  });
});

it('completed work leaves no row, and later messages have no effect', async () => {
  const { albumId } = await newRelease(ada, [{ title: newTitle() }]);
  const keys = [await request(albumId), await indexRelease(albumId)];
  const { messages } = queue();
  await settle();
  expect(await new Table().getMany(keys, true)).toEqual([]);
  const before = await allRows();
  queue().repeat(messages);
  await settle();
  expect(await allRows()).toEqual(before);
});
