/** What reviewers see of requests: their list, and a release as stores get it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { approve, command, problemsOf, useStores } from '../../support/distribution/stores.ts';
import { setHeard } from '../../support/heard.ts';
import { listen } from '../../support/log.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();

type Row = Readonly<Record<string, unknown>>;
interface Listed {
  readonly items: readonly Row[];
  readonly after: string | null;
  readonly 'all-searched': boolean;
}

let ada: Person;
let grace: Person;
/** In the order of their creation. `late` goes on sale before `early`. */
const ids: Record<'early' | 'late' | 'other' | 'sent' | 'rejected', string> = Object(null);
beforeAll(async () => {
  [ada, grace] = [await newAdmin(), await newAdmin()];
  const requested = async (person: Person, fields: Row) =>
    request(person, (await newRelease(person, fields)).album);
  Object.assign(ids, {
    early: await requested(ada, { title: 'Small Hours', release_date: '2027-03-01' }),
    late: await requested(ada, { title: 'Night Bus', release_date: '2027-02-01' }),
    other: await requested(grace, { title: 'Harbour', release_date: '2027-04-01' }),
    sent: await requested(grace, { title: 'Approved' }),
    rejected: await requested(grace, { title: 'Rejected' }),
  });
  await approve(ids.sent);
  await command('reject-request', { id: ids.rejected, reason: 'The artwork is blurred.' });
});

const list = async (given: Row = {}): Promise<Listed> => Object(await command('list-reviews', given));
const idsIn = ({ items }: Listed) => items.map(({ id }) => id);

describe('list-reviews', () => {
  it('lists undecided requests oldest first with what a reviewer needs to choose', async () => {
    const { items, after, ...more } = await list();
    expect({ ids: items.map(({ id }) => id), after, ...more }).toEqual({
      ids: [ids.early, ids.late, ids.other],
      after: null,
      'all-searched': true,
    });
    expect(items[0]).toEqual({
      id: ids.early,
      type: 'delivery',
      state: 'to-review',
      'created-at': expect.any(String),
      since: expect.any(String),
      decided: null,
      album: expect.stringMatching(/^\d+$/),
      title: 'Small Hours',
      'release-date': '2027-03-01',
      format: 'album',
      'upc-code': expect.stringMatching(/^\d+$/),
      'has-artwork': true,
      seen: '0-0-0',
      tracks: 2,
      artists: ['Release Artist'],
      label: 'Release Records',
      organization: ada.organizationId,
      'organization-name': expect.stringMatching(/^Org \d+$/),
      user: ada.userId,
      missing: 0,
      warnings: 2,
      notes: ['Track 1.1: It is not analyzed yet.', 'Track 1.2: It is not analyzed yet.'],
      'looked-at-by': [],
    });
  });

  it('sorts by release date', async () => {
    expect(idsIn(await list({ sort: 'release-date' }))).toEqual([ids.late, ids.early, ids.other]);
  });

  it.each([
    ['a title', () => 'night BUS', () => [ids.late]],
    ['an artist', () => 'release art', () => [ids.early, ids.late, ids.other]],
    ['an id', () => ids.other, () => [ids.other]],
    ['nothing', () => 'no such text', () => []],
  ])('finds %s', async (_, search, found) => {
    expect(idsIn(await list({ search: search() }))).toEqual(found());
  });

  it.each(['age', 'release-date'])('lists each request once across pages sorted by %s', async (sort) => {
    const all: unknown[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await list({ sort, limit: '1', ...(after !== undefined && { after }) });
      expect(page.items).toHaveLength(1);
      all.push(...idsIn(page));
      after = page.after;
    }
    expect(all).toEqual(idsIn(await list({ sort })));
  });

  it('lists decided requests with the decision', async () => {
    expect(idsIn(await list({ state: 'approved' }))).toEqual([ids.sent]);
    const { items } = await list({ state: 'rejected' });
    expect(items).toEqual([
      expect.objectContaining({
        id: ids.rejected,
        state: 'rejected',
        decided: expect.objectContaining({ actor: 'operator test', reason: 'The artwork is blurred.' }),
      }),
    ]);
    expect(await list({ state: 'rejected', search: 'Harbour' })).toEqual({
      items: [],
      after: null,
      'all-searched': true,
    });
  });

  it('rejects an unknown state', async () => {
    expect((await problemsOf('list-reviews', { state: 'new' }))[0]?.code).toBe('invalid_value');
  });
});

describe('an item of list-reviews', () => {
  const rowOf = async (id: string, state = 'to-review') =>
    (await list({ state })).items.find((each) => each['id'] === id);

  it('counts missing items and warnings and names the first of each', async () => {
    const { album, tracks } = await newRelease(grace, { title: 'Noted', tracks: 7 });
    const id = await request(grace, album);
    expect(await rowOf(id)).toMatchObject({ missing: 0, warnings: 7 });
    for (const track of tracks) await setHeard(track, {});
    expect(await rowOf(id)).toMatchObject({ missing: 0, warnings: 0, notes: [] });
    for (const track of tracks.slice(0, 6)) await setHeard(track, { loudness: null, peak: null });
    await setHeard(tracks[6] ?? '', { loudness: -3, clipping: 2, warnings: ['It ends early.'] });
    expect(await rowOf(id)).toMatchObject({ missing: 0, warnings: 9 });
    const [credit] = (await ask(grace, 200, 'GET', `/track-artists?filter[track]=${tracks[1]}`)).body.data;
    await ask(grace, 204, 'DELETE', `/track-artists/${credit.id}`);
    const { title } = (await ask(grace, 200, 'GET', `/tracks/${tracks[1]}`)).body.data.attributes;
    expect(await rowOf(id)).toMatchObject({
      missing: 1,
      warnings: 9,
      notes: [
        `The track "${title}" has no main artist.`,
        ...[1, 2, 3, 4].map((order) => `Track 1.${order}: The file is silent.`),
      ],
    });
    await command('reject-request', { id, reason: 'Silent.' });
    expect(await rowOf(id, 'rejected')).toMatchObject({ missing: null, warnings: null, notes: [] });
  });

  it('warns of recordings of other owners that hold the request', async () => {
    const { album, tracks } = await newRelease(grace, { title: 'Copied' });
    const id = await request(grace, album);
    await setHeard(tracks[1] ?? '', {}, 1);
    await setHeard(tracks[0] ?? '', {});
    expect(await rowOf(id)).toBeUndefined();
    expect(await rowOf(id, 'held')).toMatchObject({
      state: 'held',
      notes: ['Track 1.2: It is a recording of another owner.'],
    });
  });
});

it('list-reviews reads at most 15 units per request of ten tracks, and none beyond the page', async () => {
  const unitsOf = async (limit: string): Promise<number> => {
    const { lines, stop } = listen();
    await list({ limit }).finally(stop);
    return Object(lines.find((line) => 'table' in line)).table.readUnits;
  };
  const before = await unitsOf('200');
  for (const title of ['First', 'Second', 'Third'])
    await request(grace, (await newRelease(grace, { title, tracks: 10 })).album);
  expect(((await unitsOf('200')) - before) / 3).toBeLessThan(15);
  expect(await unitsOf('1')).toBeLessThan(40);
});

describe('show-release', () => {
  it('shows an album as stores get it, without file addresses', async () => {
    const { album, tracks } = await newRelease(ada, { title: 'Shown', dsps: ['1'] });
    const shown = await command('show-release', { id: album });
    expect(shown).toEqual(
      expect.objectContaining({
        title: 'Shown',
        artists: [expect.objectContaining({ name: 'Release Artist', role: 'main_artist', order: null })],
        label: 'Release Records',
        'has-artwork': true,
        organization: ada.organizationId,
        tracks: tracks.map((id, index) =>
          expect.objectContaining({ id, disc: 1, order: index + 1, 'has-audio': true, heard: null }),
        ),
      }),
    );
    expect(JSON.stringify(shown)).not.toContain('https://');
  });

  it("shows a compilation's displayed artist and release time, as does list-reviews", async () => {
    const times = {
      'release-time': '09:00',
      'release-time-zone': 'Asia/Tokyo',
      'pre-order-date': '2027-01-01',
    };
    const given = { 'is-compilation': true, release_date: '2027-03-05', ...times };
    const { album } = await newRelease(ada, { title: 'Several', ...given });
    const japanese = { language: { data: { type: 'languages', id: '235' } } };
    await ask(ada, 200, 'PATCH', `/albums/${album}`, {
      data: { type: 'albums', id: album, relationships: japanese },
    });
    const artist = 'ヴァリアス・アーティスト';
    expect(await command('show-release', { id: album })).toMatchObject({
      ...{ 'is-compilation': true, 'release-date': '2027-03-05', ...times, language: 'ja' },
      artists: [{ name: artist, role: 'main_artist' }],
    });
    const id = await request(ada, album);
    const row = (await list({ search: 'Several' })).items.find((each) => each.id === id);
    expect(row).toMatchObject({ artists: [artist] });
  });

  it('rejects an unknown album', async () => {
    expect(await problemsOf('show-release', { id: '7' })).toEqual([
      { code: 'unknown_record', detail: 'There is no album 7.' },
    ]);
  });

  it('omits a deleted album, while its request stays listed', async () => {
    const { album } = await newRelease(ada, { title: 'Gone' });
    const id = await request(ada, album);
    await command('reject-request', { id, reason: 'Wrong.' });
    for (const { id: track } of (await ask(ada, 200, 'GET', `/tracks?filter[album]=${album}`)).body.data)
      await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    await ask(ada, 204, 'DELETE', `/albums/${album}`);
    const row = (await list({ state: 'rejected' })).items.find((each) => each['id'] === id);
    expect(row).toMatchObject({ title: null, tracks: 0, artists: [], 'has-artwork': false });
  });
});
