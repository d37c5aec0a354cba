/** Codes that an approval gives to more tracks than fit into its transaction. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { albums } from '../../../shared/catalogue/api/albums.ts';
import { currentSeries } from '../../../shared/distribution/codes/series.ts';
import { readSeries } from '../../../shared/distribution/codes/series-rows.ts';
import { tracksOn } from '../../../shared/distribution/contents/album-contents.ts';
import { givingWork } from '../../../shared/distribution/work/giving-work.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import { changeRecord, findRecord, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { indexingWork } from '../../../shared/matching/released/indexing-work.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillAlbum } from '../../support/catalogue/fill.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { isrcsShown, upcShown } from '../../support/distribution/shown.ts';
import { approve, runStores, useStores } from '../../support/distribution/stores.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import { giveLeftCodes } from '../../support/left-codes.ts';

withinOneMinute();
const way = withFaultyTable({ codes: { isrc: 'QZTST', gs1: '0850002' } });
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const table = new Table();
const codeless = (more: object = {}) =>
  newRelease(ada, { tracks: 0, dsps: ['1'], 'upc-code': null, ...more });
const tracksOf = (album: string) => isrcsShown(ada, album);
const giveOwnCode = (id: string) =>
  ask(ada, 200, 'PATCH', `/tracks/${id}`, {
    data: { type: 'tracks', id, attributes: { 'isrc-code': 'DEAB12600077' } },
  });
const numberOf = (code: string | null) => Number(code?.slice(-5));
/** Numbers that were taken and not given. */
async function freeNumbers(): Promise<readonly number[]> {
  const series = required(currentSeries(new Date()).isrc, 'The stage gives ISRCs.');
  return (await readSeries(table, series)).held.flatMap(({ numbers }) => numbers);
}
const upcOf = (album: string) => upcShown(ada, album);

const isIndexed = async (album: string) => (await table.get(indexingWork.key(album))) !== undefined;

const setStatus = (album: string, status: 'approved' | 'taken_down') =>
  changeRecord(storeOf(api, { table, now: new Date() }), { resource: albums, id: album }, () => ({
    fields: { 'last-status': status },
  }));

/** The approval was interrupted before it gave codes to the tracks. */
async function leftWithoutCodes(): Promise<{ readonly album: string; readonly id: string }> {
  const { album, artist } = await codeless();
  await fillAlbum({ ownerId: ada.userId, album, count: 30, artists: [artist] });
  const id = await request(ada, album);
  way.crash = { writesBefore: 3, isWritten: false };
  await approve(id).catch(() => undefined);
  way.crash = undefined;
  return { album, id };
}

describe('an album with more tracks than fit into a transaction', () => {
  it('gets a code per track however often its approval is interrupted', async () => {
    const dsps = ['1', '2', '3', '4', '5', '6', '9', '12', '16'];
    const { album, artist } = await codeless({ dsps });
    await fillAlbum({ ownerId: ada.userId, album, count: 130, artists: [artist] });
    const id = await request(ada, album);
    let before = await tracksOf(album);
    let status = 'pending';
    for (let step = 0; status === 'pending'; step++) {
      expect(step).toBeLessThan(30);
      way.crash = { writesBefore: step, isWritten: step % 2 === 0 };
      await approve(id).catch(() => undefined);
      way.crash = undefined;
      const after = await tracksOf(album);
      expect(before.map((code, index) => code ?? after[index])).toEqual(after);
      const given = after.filter((code) => code !== null);
      expect(new Set(given).size).toBe(given.length);
      before = after;
      status = (await ask(ada, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;
      expect(await upcOf(album)).toEqual(status === 'pending' ? null : expect.stringMatching(/^850002/));
    }
    expect(await giveLeftCodes(id)).toBe(true);
    expect(await giveLeftCodes(id)).toBe(false);
    const codes = await tracksOf(album);
    expect(before.map((code, index) => code ?? codes[index])).toEqual(codes);
    expect(new Set(codes.filter((code) => code?.startsWith('QZTST'))).size).toBe(130);
  });

  it('gets all codes, or none if it is rejected concurrently', async () => {
    const outcomes = new Set<string>();
    for (let after = 0, isOver = false; !isOver; after++) {
      const { album, artist } = await codeless();
      await fillAlbum({ ownerId: ada.userId, album, count: 50, artists: [artist] });
      const id = await request(ada, album);
      const reject = () =>
        operate({ command: 'reject-request', arguments: { id, reason: 'No.' }, actor: 'test' });
      let rejection: object | undefined;
      way.interruption = {
        after,
        run: async () => {
          rejection = await reject();
        },
      };
      const approval = await operate({ command: 'approve-request', arguments: { id }, actor: 'test' });
      isOver = rejection === undefined;
      way.interruption = undefined;
      rejection ??= await reject();
      const given = (await tracksOf(album)).filter((code) => code !== null).length;
      const outcome = `${'result' in approval} ${'result' in rejection} ${given}`;
      expect(['true false 50', 'false true 0'], `before call ${after}`).toContain(outcome);
      outcomes.add(outcome);
    }
    expect(outcomes.size).toBe(2);
  });

  it('is not delivered before its tracks have codes', async () => {
    await runStores();
    const { album, artist } = await codeless({ dsps: ['4'] });
    await fillAlbum({ ownerId: ada.userId, album, count: 30, artists: [artist] });
    const id = await request(ada, album);
    const handed: (string | null)[] = [];
    const take = async ({ release }: Parcel) => {
      handed.push(...release.tracks.map(({ isrc }) => isrc));
      return { is: 'accepted' } as const;
    };
    // The command is recorded, numbers are held, and the request is approved.
    way.crash = { writesBefore: 3, isWritten: false };
    await approve(id).catch(() => undefined);
    way.crash = undefined;
    await runStores({ storeFor: () => ({ hand: take }) });
    expect(handed).toEqual([]);
    expect(await giveLeftCodes(id)).toBe(true);
    const later = new Date(Date.now() + 60_000);
    await runStores({ now: () => later, storeFor: () => ({ hand: take }) });
    expect(new Set(handed)).toEqual(new Set(await tracksOf(album)));
  });

  it.each([
    ['is among the released ones once its tracks have their codes', 'approved', true],
    [
      'stays out of the released ones if it was taken down before its tracks have their codes',
      'taken_down',
      false,
    ],
  ] as const)('%s', async (_, status, isReleased) => {
    const { album, id } = await leftWithoutCodes();
    expect(await isIndexed(album)).toBe(false);
    await setStatus(album, status);
    expect(await giveLeftCodes(id)).toBe(true);
    expect(await isIndexed(album)).toBe(isReleased);
    expect(new Set(await tracksOf(album)).size).toBe(30);
  });

  it('is not released if it is taken down at any moment before its tracks have codes', async () => {
    for (let after = 0, isOver = false; !isOver; after++) {
      const { album, id } = await leftWithoutCodes();
      isOver = true;
      let isGiven = true;
      way.interruption = {
        after,
        run: async () => {
          isOver = false;
          isGiven = (await table.get(givingWork.key(id))) === undefined;
          await setStatus(album, 'taken_down');
        },
      };
      expect(await giveLeftCodes(id)).toBe(true);
      way.interruption = undefined;
      expect(await isIndexed(album), `before call ${after}`).toBe(isGiven);
    }
  });

  it("leaves a track's number to other albums if its owner set a code", async () => {
    const { album, artist } = await codeless();
    await fillAlbum({ ownerId: ada.userId, album, count: 30, artists: [artist] });
    const id = await request(ada, album);
    // The command is recorded, numbers are held, and the request is approved.
    way.crash = { writesBefore: 3, isWritten: false };
    await approve(id).catch(() => undefined);
    way.crash = undefined;
    const { body } = await ask(ada, 200, 'GET', `/tracks?filter[album]=${album}&page[size]=100`);
    // Neither the first nor the last number.
    await giveOwnCode(body.data[15].id);
    expect(await giveLeftCodes(id)).toBe(true);
    const given = (await tracksOf(album)).filter((code) => code !== 'DEAB12600077');
    expect(new Set(given).size).toBe(29);
    const numbers = new Set(given.map(numberOf));
    const first = Math.min(...numbers);
    const missing = Array.from({ length: 30 }, (_, index) => first + index).filter(
      (each) => !numbers.has(each),
    );
    expect(missing).toHaveLength(1);
    expect(await freeNumbers()).toEqual(expect.arrayContaining(missing));
  });

  it('frees a number once if the approval and the function give codes concurrently', async () => {
    const { album, artist } = await codeless();
    await fillAlbum({ ownerId: ada.userId, album, count: 30, artists: [artist] });
    const id = await request(ada, album);
    const { body } = await ask(ada, 200, 'GET', `/tracks?filter[album]=${album}&page[size]=100`);
    const before = (await freeNumbers()).length;
    const run = async () => {
      await giveOwnCode(body.data[15].id);
      await giveLeftCodes(id);
    };
    // Before the approval gives the codes that it has taken.
    way.interruption = { after: 3, of: 'writes', run };
    await approve(id);
    const free = await freeNumbers();
    expect(free.length).toBe(before + 1);
    expect(new Set(free).size).toBe(free.length);
  });

  it('gets one code per track when two operators approve it concurrently', async () => {
    const { album, artist } = await codeless();
    await fillAlbum({ ownerId: ada.userId, album, count: 40, artists: [artist] });
    const id = await request(ada, album);
    const outcomes = await Promise.allSettled([approve(id), approve(id)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const store = storeOf(api, { table, now: new Date() });
    const found = await findRecord(store, albums, album);
    const placed = found ? await tracksOn(store, found) : [];
    expect(placed.map(({ track }) => track.version)).toEqual(Array.from({ length: 40 }, () => 2));
    expect(new Set(await tracksOf(album)).size).toBe(40);
  });
});
