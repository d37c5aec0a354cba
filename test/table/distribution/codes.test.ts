/** Codes that the stage gives to tracks and albums when their delivery is approved. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { upcOf as madeUpc } from '../../../shared/catalogue/rules/upc.ts';
import { deliveries } from '../../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../../shared/distribution/api/distribution-requests.ts';
import { readRelease } from '../../../shared/distribution/deliveries/read-release.ts';
import { codesKey } from '../../../shared/distribution/keys.ts';
import { decideRequestBy } from '../../../shared/distribution/review/request-decision.ts';
import { verdict } from '../../../shared/distribution/review/verdict.ts';
import { linkedRecords } from '../../../shared/kit/records/linked-records.ts';
import { findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, create, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import { isrcsShown, upcShown } from '../../support/distribution/shown.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import { takeMetrics, valuesOf } from '../../support/metrics.ts';

withinOneMinute();
const way = withFaultyTable({ codes: { isrc: 'QZTST', gs1: '0850002' } });
useStores();
let ada: Person;
let bob: Person;
beforeAll(async () => {
  takeMetrics();
  [ada, bob] = await Promise.all([newAdmin(), newAdmin()]);
});
const table = new Table();
const year = new Date().getUTCFullYear();
const isrcs = codesKey('isrc', `QZTST#${year}`);
const upcs = codesKey('upc', '0850002');
const taken = async (key = isrcs) => Number((await table.get(key))?.['taken'] ?? 0);
const isrc = (number: number) => `QZTST${year % 100}${String(number).padStart(5, '0')}`;
beforeEach(async () => {
  way.crash = undefined;
  firstOfTest += 1000;
  for (const { pk } of [isrcs, upcs]) await table.deleteMany(keysOf(await table.query({ partition: pk })));
  await table.putMany([isrcs, upcs].map((key) => ({ ...key, taken: firstOfTest })));
});
let firstOfTest = 0;
const keysOf = (rows: readonly Item[]) => rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
const without = { 'isrc-code': null };
const codeless = (person = ada, more: object = {}) =>
  newRelease(person, { tracks: 1, dsps: ['1'], 'upc-code': null, track: without, ...more });
const tracksOf = (album: string, person = ada) => isrcsShown(person, album);
const upcOf = (album: string, person = ada) => upcShown(person, album);
const patch = (status: number, type: string, id: string, attributes: object) =>
  ask(ada, status, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });
const approved = async (album: string, person = ada): Promise<string> => {
  const id = await request(person, album);
  await approve(id);
  return id;
};

describe('the approval of a delivery', () => {
  it('gives codes to the album and its tracks, which lists and packages show', async () => {
    const { album, tracks } = await codeless(ada, { tracks: 2 });
    const id = await approved(album);
    expect(await tracksOf(album)).toEqual([isrc(firstOfTest + 1), isrc(firstOfTest + 2)]);
    const upc = String(await upcOf(album));
    expect(upc).toBe(madeUpc('0850002', firstOfTest + 1));
    const found = async (path: string) =>
      (await ask(ada, 200, 'GET', path)).body.data.map((each: { id: string }) => each.id);
    expect(await found(`/tracks?filter[isrc-code]=${isrc(firstOfTest + 2)}`)).toEqual([tracks[1]]);
    expect(await found(`/albums?filter[upc-code]=0${upc}`)).toEqual([album]);
    const store = storeOf(api, { table, now: new Date() });
    const sent = {
      request: await findRecord(store, distributionRequests, id),
      album: await findRecord(store, albums, album),
    };
    if (!sent.request || !sent.album) throw new Error('There is no request.');
    const { records } = await linkedRecords(store, sent.request, {
      resource: deliveries,
      by: 'distribution-request',
    });
    expect(records.map(({ fields }) => fields['album-upc'])).toEqual([upc]);
    const [delivery] = records;
    if (!delivery) throw new Error('There is no delivery.');
    const { release } = await readRelease(store, { album: sent.album, delivery });
    expect(release).toMatchObject({
      upc,
      tracks: [{ isrc: isrc(firstOfTest + 1) }, { isrc: isrc(firstOfTest + 2) }],
    });
  });

  it('changes no ISRC of the owner in any spelling', async () => {
    const own = 'de\u2011ab1\u201326\u221280002';
    const { album } = await newRelease(ada, { tracks: 1, track: { 'isrc-code': own } });
    await approved(album);
    expect(await tracksOf(album)).toEqual([own]);
  });

  it.each(['-', 'N/A', 'TBD', 'XXXX', 'own code'])('replaces %j, which is not an ISRC', async (text) => {
    const { album } = await newRelease(ada, { tracks: 1, track: { 'isrc-code': text } });
    await approved(album);
    expect(await tracksOf(album)).toEqual([isrc(firstOfTest + 1)]);
  });

  it('gives a track on two albums one code', async () => {
    const first = await codeless();
    const second = await codeless(ada, { tracks: 0 });
    const [track = ''] = first.tracks;
    const linked = { album: one('albums', second.album), track: one('tracks', track) };
    await create(ada, 'album-tracks', { attributes: { order: 1 }, relationships: linked });
    const ids = [await request(ada, first.album), await request(ada, second.album)];
    await Promise.all(ids.map(approve));
    expect(await tracksOf(first.album)).toEqual(await tracksOf(second.album));
    expect(await tracksOf(first.album)).toEqual([expect.stringMatching(/^QZTST/)]);
  });

  it('skips codes of any draft in any spelling', async () => {
    await newRelease(bob, {
      tracks: 1,
      track: { 'isrc-code': `qz-tst-${year % 100}-${isrc(firstOfTest + 1).slice(-5)}` },
    });
    const { album } = await codeless(ada, { tracks: 2 });
    await approved(album);
    expect(await tracksOf(album)).toEqual([isrc(firstOfTest + 2), isrc(firstOfTest + 3)]);
    await newRelease(ada, { tracks: 0, 'upc-code': `0${madeUpc('0850002', firstOfTest + 2)}` });
    const other = await codeless(bob);
    await approved(other.album, bob);
    expect(await upcOf(other.album, bob)).toBe(madeUpc('0850002', firstOfTest + 3));
  });

  it('gives no codes for an update', async () => {
    const { album, artist } = await codeless();
    await approved(album);
    await runStores();
    const late = await newTrack(ada, album, { ...without, order: 2 });
    const main = { artist: one('artists', artist), 'artist-role': one('artist-roles', '1') };
    await create(ada, 'track-artists', { relationships: { track: one('tracks', late), ...main } });
    await approve(await request(ada, album, 'update'));
    expect(await tracksOf(album)).toEqual([isrc(firstOfTest + 1), null]);
  });

  it('gives different codes to albums approved concurrently', async () => {
    const releases = await Promise.all(Array.from({ length: 4 }, (_, n) => codeless(n % 2 ? ada : bob)));
    const ids = await Promise.all(releases.map(({ album }, n) => request(n % 2 ? ada : bob, album)));
    await Promise.all(ids.map(approve));
    const given = await Promise.all(releases.map(({ album }, n) => tracksOf(album, n % 2 ? ada : bob)));
    expect(new Set(given.flat().filter((code) => code?.startsWith('QZTST'))).size).toBe(4);
    const albumCodes = await Promise.all(releases.map(({ album }, n) => upcOf(album, n % 2 ? ada : bob)));
    expect(new Set(albumCodes).size).toBe(4);
    expect(await taken()).toBeGreaterThanOrEqual(firstOfTest + 4);
  });

  it('replaces a code that its owner concurrently removes', async () => {
    const {
      album,
      tracks: [track = ''],
    } = await newRelease(ada, { tracks: 1 });
    const id = await request(ada, album);
    // The command is recorded first.
    way.interruption = { after: 1, of: 'writes', run: () => patch(200, 'tracks', track, without) };
    await approve(id);
    expect(way.interruption).toBeUndefined();
    expect(await tracksOf(album)).toEqual([expect.stringMatching(/^QZTST/)]);
  });

  it('keeps a code that its owner concurrently sets', async () => {
    const {
      album,
      tracks: [track = ''],
    } = await codeless();
    const id = await request(ada, album);
    way.interruption = {
      after: 0,
      of: 'transactions',
      run: () => patch(200, 'tracks', track, { 'isrc-code': 'DEAB12600009' }),
    };
    await approve(id);
    expect(await tracksOf(album)).toEqual(['DEAB12600009']);
  });

  it('counts codes from one each year, by UTC', async () => {
    const approvedAt = async (now: string) => {
      const { album } = await codeless();
      const store = storeOf(api, { table, now: new Date(now) });
      await decideRequestBy(store, await request(ada, album), verdict);
      return tracksOf(album);
    };
    expect(await approvedAt('2031-12-31T23:59:59.999Z')).toEqual(['QZTST3100001']);
    expect(await approvedAt('2032-01-01T00:00:00.000Z')).toEqual(['QZTST3200001']);
    expect(await approvedAt('2031-12-31T23:59:59.999Z')).toEqual(['QZTST3100002']);
  });
});

const one = (type: string, id: string) => ({ data: { type, id } });

describe('a code given by the stage', () => {
  it('never changes, even after a takedown, but can be sent again', async () => {
    const {
      album,
      tracks: [track = ''],
    } = await codeless();
    await approved(album);
    await runStores();
    const upc = await upcOf(album);
    const [code] = await tracksOf(album);
    const expectKept = async (type: string, id: string, name: string, other: string | null) => {
      const { body } = await patch(422, type, id, { title: 'New', [name]: other });
      const source = { pointer: `/data/attributes/${name}` };
      expect(body.errors).toMatchObject([{ code: 'code_given', source }]);
    };
    await expectKept('albums', album, 'upc-code', '614141999996');
    await expectKept('tracks', track, 'isrc-code', null);
    await command('takedown-album', { 'album-id': album, reason: 'Test.' });
    await runStores();
    await expectKept('albums', album, 'upc-code', null);
    await expectKept('tracks', track, 'isrc-code', 'DEAB12600001');
    await patch(200, 'albums', album, { title: 'New', 'upc-code': upc });
    await patch(200, 'tracks', track, { title: 'New', 'isrc-code': code });
    await approve(await request(ada, album));
    expect([await upcOf(album), await tracksOf(album)]).toEqual([upc, [code]]);
  });

  it("is protected, unlike an owner's own code", async () => {
    const {
      album,
      tracks: [track = ''],
    } = await newRelease(ada, { tracks: 1 });
    await approved(album);
    await patch(200, 'tracks', track, { 'isrc-code': 'DEAB12600002' });
    await patch(200, 'albums', album, { 'upc-code': null });
  });
});

describe('a stage with few codes left', () => {
  const exhaustedBut = (left: number) => command('advance-codes', { kind: 'isrc', number: 100_000 - left });
  const sentence = `The stage has 1 left of the ISRCs that begin with QZTST${year % 100}, and the album needs 2. Set another prefix.`;

  it('rejects an approval with a sentence on the request, and takes none', async () => {
    const { album } = await codeless(ada, { tracks: 2 });
    const id = await request(ada, album);
    expect(await command('show-request', { id })).not.toMatchObject({ warnings: [sentence] });
    await exhaustedBut(1);
    expect(await problemsOf('approve-request', { id })).toEqual([
      { code: 'codes_exhausted', detail: sentence },
    ]);
    const { status, warnings } = (await command('show-request', { id })) as {
      status: string;
      warnings: string[];
    };
    expect([status, warnings[0]]).toEqual(['pending', sentence]);
    expect([await tracksOf(album), await upcOf(album)]).toEqual([[null, null], null]);
    expect([await taken(), await taken(upcs)]).toEqual([99_999, firstOfTest]);
  });

  it('takes no ISRC for an approval that lacks a UPC', async () => {
    await command('advance-codes', { kind: 'upc', number: 100_000 });
    const id = await request(ada, (await codeless()).album);
    expect(await problemsOf('approve-request', { id })).toEqual([
      {
        code: 'codes_exhausted',
        detail:
          'The stage has 0 left of the UPCs that begin with 850002, and the album needs 1. Set another prefix.',
      },
    ]);
    expect(await taken()).toBe(firstOfTest);
  });

  it('gives the last number as 00000, and still approves albums with codes', async () => {
    await exhaustedBut(1);
    const { album } = await codeless();
    await approved(album);
    expect(await tracksOf(album)).toEqual([isrc(0)]);
    await approved((await newRelease(ada)).album);
    expect(await problemsOf('advance-codes', { kind: 'isrc', number: 100_001 })).toMatchObject([
      { code: 'invalid_value' },
    ]);
  });

  it('gives the last free code to only one of two concurrent approvals', async () => {
    // The code of the last number is used already.
    await newRelease(bob, { tracks: 1, track: { 'isrc-code': isrc(0) } });
    await exhaustedBut(2);
    const releases = [await codeless(), await codeless()];
    const ids = await Promise.all(releases.map(({ album }) => request(ada, album)));
    const outcomes = await Promise.allSettled(ids.map(approve));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const given = await Promise.all(releases.map(({ album }) => tracksOf(album)));
    expect(given.flat().toSorted()).toEqual([isrc(99_999), null]);
  });

  it('measures the used share of each series', async () => {
    await exhaustedBut(10_001);
    const { album } = await codeless();
    await approved(album);
    expect(valuesOf('IsrcsUsedPercent').at(-1)).toBe(90);
    expect(valuesOf('UpcsUsedPercent').at(-1)).toBe((firstOfTest + 1) / 1000);
  });
});

it('the counter of a code series never goes back', async () => {
  const advanced = {
    codes: 'isrc',
    prefix: `QZTST${year % 100}`,
    taken: firstOfTest,
    left: 100_000 - firstOfTest,
  };
  expect(await command('advance-codes', { kind: 'isrc', number: '5' })).toEqual(advanced);
  expect(await command('advance-codes', { kind: 'isrc', number: String(firstOfTest + 7) })).toMatchObject({
    taken: firstOfTest + 7,
  });
});
