/** Decisions on the version of a release that a reviewer has seen. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { recordArtwork } from '../../../shared/catalogue/artwork/record-artwork.ts';
import { failedArtwork } from '../../../shared/catalogue/rules/album-artwork.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create, newRelease, type Release, request } from '../../support/distribution/release.ts';
import { releaseChanges } from '../../support/distribution/release-changes.ts';
import { command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';

const way = withFaultyTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

interface Requested extends Release {
  readonly id: string;
  /** The second track, which is the first one of the list. */
  readonly track: string;
}

async function requested(): Promise<Requested> {
  const release = await newRelease(ada);
  return {
    ...release,
    id: await request(ada, release.album),
    track: required(release.tracks[0], 'It has two.'),
  };
}

const shownRequest = async (id: string) =>
  (await command('show-request', { id })) as {
    seen: string | null;
    changes: { what: string; actor: string }[];
  };

const seenOf = async (id: string): Promise<string> =>
  required((await shownRequest(id)).seen, 'It is undecided.');

const patch = (type: string, id: string, members: object) =>
  ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, ...members } });

describe('a decision on a seen version', () => {
  it.each(releaseChanges)('is rejected with what changed since: %s', async (what, change) => {
    const release = await requested();
    const { id } = release;
    const seen = await seenOf(id);
    await change(ada, release);
    for (const [name, more] of [
      ['approve-request', {}],
      ['reject-request', { reason: 'The cover shows a web address.' }],
    ] as const) {
      const problems = await problemsOf(name, { id, seen, ...more });
      expect(problems).toMatchObject([{ code: 'release_changed' }]);
      expect(problems[0]?.detail).toContain(`${what} (20`);
      expect(problems[0]?.detail).toContain(`user ${ada.userId}`);
    }
    const shown = await shownRequest(id);
    expect(shown.changes.map((each) => each.what)).toContain(what);
    const { history } = (await command('show-album', { id: release.album })) as { history: object[] };
    expect(history).toContainEqual(
      expect.objectContaining({ what: 'release changed', detail: what, actor: `user ${ada.userId}` }),
    );
    await command('reject-request', { id, seen: await seenOf(id), reason: 'It was seen.' });
  });

  it('is rejected if the type of the request has changed', async () => {
    const { id, album } = await requested();
    await command('approve-request', { id });
    await runStores();
    const update = await request(ada, album, 'update');
    const seen = await seenOf(update);
    await patch('distribution-requests', update, { attributes: { 'request-type': 'redelivery' } });
    expect(await problemsOf('approve-request', { id: update, seen })).toMatchObject([
      { code: 'release_changed', detail: expect.stringContaining('Request: update became redelivery (20') },
    ]);
    await command('approve-request', { id: update, seen: await seenOf(update) });
  });

  it('is accepted after requests that change nothing on the release', async () => {
    const { id, album, track } = await requested();
    const credits = [{ role: 'mixing_engineer', name: 'Bo' }];
    await patch('tracks', track, { attributes: { lyrics: 'La la.', 'extended-credits': credits } });
    const seen = await seenOf(id);
    const { attributes } = (await ask(ada, 200, 'GET', `/tracks/${track}`)).body.data;
    const { title, lyrics, 'extended-credits': sent } = attributes;
    await patch('tracks', track, { attributes: { title, lyrics, 'extended-credits': sent } });
    await patch('albums', album, { attributes: { title: 'Release', description: 'A text.' } });
    const other = await requested();
    await patch('albums', other.album, { attributes: { title: 'Another' } });
    await patch('tracks', other.track, { attributes: { title: 'Another' } });
    const artist = await create(ada, 'artists', { attributes: { name: 'Somebody' } });
    await patch('artists', artist, { attributes: { name: 'Somebody else' } });
    await command('reindex', {});
    expect((await shownRequest(id)).seen?.split('-')[0]).toBe(seen.split('-')[0]);
    await command('approve-request', { id, seen });
  });

  it('depends on the cover file, not on what is read of it', async () => {
    const { id, album } = await requested();
    const table = new Table();
    const store = storeOf(api, { table, now: new Date() });
    const url = 'https://files.example/cover.jpg';
    const record = async (artwork: Parameters<typeof recordArtwork>[1]['artwork']) =>
      recordArtwork(store, {
        album: required(await findRecord(store, albums, album), 'It exists.'),
        artwork,
      });
    const read = (etag: string) =>
      ({
        status: 'completed',
        url,
        etag,
        error: null,
        width: 3000,
        height: 3000,
        format: 'jpeg',
        bytes: 9,
      }) as const;
    const unread = await seenOf(id);
    await record(read('"1"'));
    const first = await seenOf(id);
    expect(first).not.toBe(unread);
    await record(failedArtwork(url, 'It does not respond.'));
    await record(read('"2"'));
    expect(await problemsOf('approve-request', { id, seen: first })).toMatchObject([
      { code: 'release_changed', detail: expect.stringContaining('Its cover is now a different file.') },
    ]);
    await command('approve-request', { id, seen: unread });
  });

  const retitled = (track: string) => patch('tracks', track, { attributes: { title: 'Other song' } });
  it.each<[what: string, change: (requested: Requested) => Promise<unknown>]>([
    ['a track', ({ track }) => retitled(track)],
    ['the album', ({ album }) => patch('albums', album, { attributes: { title: 'Another' } })],
    ['the name of an artist', ({ artist }) => patch('artists', artist, { attributes: { name: 'Late' } })],
  ])('is rejected if %s changes meanwhile', async (_, change) => {
    const release = await requested();
    const { id } = release;
    const seen = await seenOf(id);
    way.interruption = { after: 0, of: 'transactions', run: () => change(release) };
    expect(await problemsOf('approve-request', { id, seen })).toMatchObject([{ code: 'release_changed' }]);
    expect(await shownRequest(id)).toMatchObject({ status: 'pending' });
    await patch('artists', release.artist, { attributes: { name: 'Release Artist' } });
    await command('reject-request', { id, seen: await seenOf(id), reason: 'It was seen.' });
  });

  it('detects simultaneous changes of an album and two of its tracks', async () => {
    const release = await requested();
    const { id, album } = release;
    const [other = ''] = release.tracks.slice(1);
    const title = patch('albums', album, { attributes: { title: 'Another' } });
    await Promise.all([title, retitled(release.track), retitled(other)]);
    const { seen, changes: listed } = await shownRequest(id);
    expect(seen).toMatch(/^3-/);
    expect(listed.map((each) => each.what).toSorted()).toEqual([
      'Album: title',
      expect.stringMatching(/^Track ".+": title$/),
      'Track "So Where": title',
    ]);
    await command('reject-request', { id, reason: 'The titles are equal.' });
  });

  it('needs a version as given by commands', async () => {
    const { id } = await requested();
    expect(await problemsOf('approve-request', { id, seen: 'latest' })).toMatchObject([
      { detail: expect.stringContaining('must be the version that show-request gives') },
    ]);
    const { items } = (await command('list-reviews', { limit: '200' })) as {
      items: { id: string; seen: string }[];
    };
    expect(items.find((each) => each.id === id)?.seen).toBe(await seenOf(id));
    await command('approve-request', { id });
    expect((await shownRequest(id)).seen).toBeNull();
  });

  it('costs the same for any number of tracks', async () => {
    const seen = await seenOf((await requested()).id);
    const { album } = await newRelease(ada, { tracks: 60 });
    expect((await seenOf(await request(ada, album))).length).toBe(seen.length);
  });
});
