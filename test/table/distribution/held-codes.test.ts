/** Numbers of codes are held for an album until its approval gives them: none is lost, and none is given twice. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tracks as trackRecords } from '../../../shared/catalogue/api/tracks.ts';
import { upcOf as madeUpc } from '../../../shared/catalogue/rules/upc.ts';
import { codesKey } from '../../../shared/distribution/keys.ts';
import { decideRequestBy } from '../../../shared/distribution/review/request-decision.ts';
import { verdict } from '../../../shared/distribution/review/verdict.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { newRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillAlbum } from '../../support/catalogue/fill.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { isrcsShown, upcShown } from '../../support/distribution/shown.ts';
import { approve, command, useStores } from '../../support/distribution/stores.ts';
import { trackAttributes } from '../../support/examples.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import { giveLeftCodes } from '../../support/left-codes.ts';

const CAPACITY = 100_000;
withinOneMinute();
const way = withFaultyTable({ codes: { isrc: 'QZHLD', gs1: '0850003' } });
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const table = new Table();
const year = new Date().getUTCFullYear();
const isrcs = codesKey('isrc', `QZHLD#${year}`);
const upcs = codesKey('upc', '0850003');
const isrc = (number: number, of = year) => `QZHLD${of % 100}${String(number).padStart(5, '0')}`;
const taken = async (key = isrcs) => Number((await table.get(key))?.['taken'] ?? 0);
const rowsOf = (key = isrcs) => table.query({ partition: key.pk });
const heldRows = async (key = isrcs) => (await rowsOf(key)).filter(({ sk }) => sk !== isrcs.sk);
/** No other test uses these numbers. */
let first = 0;
beforeEach(async () => {
  way.crash = undefined;
  way.interruption = undefined;
  const rows = [...(await rowsOf()), ...(await rowsOf(upcs))];
  await table.deleteMany(rows.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
  first += 1000;
  await table.putMany([isrcs, upcs].map((key) => ({ ...key, taken: first })));
});

const codeless = (tracks: number, more: object = {}) =>
  newRelease(ada, { tracks, dsps: ['1'], 'upc-code': null, track: { 'isrc-code': null }, ...more });
const requested = async (tracks: number, more: object = {}) => {
  const release = await codeless(tracks, more);
  return { ...release, id: await request(ada, release.album) };
};
const retitle = (id: string) =>
  ask(ada, 200, 'PATCH', `/tracks/${id}`, {
    data: { type: 'tracks', id, attributes: { title: `Title ${Math.random()}` } },
  });
const approveAt = (id: string, at: Date) => {
  const store = storeOf(api, { table, now: at });
  return decideRequestBy(store, id, verdict);
};
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
/** The caller dies before the transaction of the approval. */
const dieHolding = async (id: string) => {
  // The command is recorded, and numbers are held.
  way.crash = { writesBefore: 2, isWritten: false };
  await approve(id).catch(() => undefined);
  way.crash = undefined;
};

describe('a repeated approval', () => {
  it('takes no more numbers however often its tracks change meanwhile', async () => {
    const { id, album, tracks } = await requested(3);
    const [track = ''] = tracks;
    let conflicts = 0;
    const conflict = async () => {
      conflicts += 1;
      // The change is itself a transaction.
      way.interruption = undefined;
      await retitle(track);
      if (conflicts < 3) way.interruption = { after: 0, of: 'transactions', run: conflict };
    };
    way.interruption = { after: 1, of: 'transactions', run: conflict };
    await approve(id);
    expect(conflicts).toBe(3);
    expect(await isrcsShown(ada, album)).toEqual([1, 2, 3].map((number) => isrc(first + number)));
    expect(await upcShown(ada, album)).toBe(madeUpc('0850003', first + 1));
    expect([await taken(), await taken(upcs)]).toEqual([first + 3, first + 1]);
    expect([...(await heldRows()), ...(await heldRows(upcs))]).toEqual([]);
  });

  it('uses the same numbers after an interruption at any write', async () => {
    const { id, album } = await requested(2);
    let status = 'pending';
    for (let step = 0; status === 'pending'; step++) {
      expect(step).toBeLessThan(12);
      way.crash = { writesBefore: step, isWritten: step % 2 === 1 };
      await approve(id).catch(() => undefined);
      way.crash = undefined;
      status = (await ask(ada, 200, 'GET', `/distribution-requests/${id}`)).body.data.attributes.status;
    }
    expect(await isrcsShown(ada, album)).toEqual([isrc(first + 1), isrc(first + 2)]);
    expect([await taken(), await taken(upcs)]).toEqual([first + 2, first + 1]);
  });

  it('takes one number for each of eighty tracks after any interruption', async () => {
    const { album, artist } = await codeless(0);
    await fillAlbum({ ownerId: ada.userId, album, count: 80, artists: [artist] });
    const id = await request(ada, album);
    for (let step = 1; step < 6; step++) {
      way.crash = { writesBefore: step, isWritten: step % 2 === 1 };
      await approve(id).catch(() => undefined);
      way.crash = undefined;
      if (await giveLeftCodes(id)) break;
    }
    expect(new Set(await isrcsShown(ada, album))).toEqual(
      new Set(Array.from({ length: 80 }, (_, index) => isrc(first + index + 1))),
    );
    expect(await taken()).toBe(first + 80);
    expect(await heldRows()).toEqual([]);
  });

  it('takes the same numbers for two concurrent operators as for one', async () => {
    const { id } = await requested(2);
    const outcomes = await Promise.allSettled([approve(id), approve(id), approve(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await taken(), await taken(upcs)]).toEqual([first + 2, first + 1]);
  });

  it('gives a code of next year in that year, and the UPC that it reserved', async () => {
    const { id, album } = await requested(1);
    const before = new Date('2041-12-31T23:59:59.999Z');
    // Numbers are held, and the approval is not written.
    way.crash = { writesBefore: 1, isWritten: false };
    await approveAt(id, before).catch(() => undefined);
    way.crash = undefined;
    await approveAt(id, new Date('2042-01-01T00:00:00.000Z'));
    expect(await isrcsShown(ada, album)).toEqual([isrc(1, 2042)]);
    expect(await upcShown(ada, album)).toBe(madeUpc('0850003', first + 1));
    expect(await taken(upcs)).toBe(first + 1);
  });
});

describe('the end of a series', () => {
  /** Each test has a year, and with it a series. */
  let end = 2050;
  const endOfSeries = async (left: number) => {
    end += 1;
    const key = codesKey('isrc', `QZHLD#${end}`);
    await table.putMany([{ ...key, taken: CAPACITY - left }]);
    return { at: Date.parse(`${end}-06-01T00:00:00.000Z`), key };
  };
  const isApproved = (id: string, at: number) =>
    approveAt(id, new Date(at)).then(
      () => true,
      () => false,
    );
  const codesOf = async (...all: readonly { readonly album: string }[]) =>
    (await Promise.all(all.map(({ album }) => isrcsShown(ada, album))))
      .flat()
      .filter((each) => each !== null);

  it('lets as many concurrent approvals succeed as numbers are left', async () => {
    const { at, key } = await endOfSeries(7);
    const all = await Promise.all(Array.from({ length: 6 }, () => requested(2)));
    const outcomes = await Promise.all(all.map(({ id }) => isApproved(id, at)));
    expect(outcomes.filter(Boolean)).toHaveLength(3);
    expect(new Set(await codesOf(...all)).size).toBe(6);
    expect(await taken(key)).toBe(CAPACITY - 1);
    expect(await isApproved((await requested(1)).id, at)).toBe(true);
  });

  it('gives the last numbers to only one of two approvals, wherever they overlap', async () => {
    for (let after = 0, isLast = false; !isLast; after++) {
      expect(after).toBeLessThan(8);
      const { at } = await endOfSeries(3);
      const [outer, inner] = [await requested(3), await requested(3)];
      let isInnerApproved = false;
      const run = async () => {
        isInnerApproved = await isApproved(inner.id, at);
      };
      way.interruption = { after, of: 'writes', run };
      const isOuterApproved = await isApproved(outer.id, at);
      isLast = way.interruption !== undefined;
      way.interruption = undefined;
      if (isLast) isInnerApproved = await isApproved(inner.id, at);
      expect([isOuterApproved, isInnerApproved].filter(Boolean), `after ${after} writes`).toHaveLength(1);
      expect(await codesOf(outer, inner)).toHaveLength(3);
    }
  });

  it('frees the numbers of an unrepeated approval after five minutes', async () => {
    const { at, key } = await endOfSeries(2);
    const minutes = (count: number) => at + count * 60_000;
    const [dead, other, last] = [await requested(2), await requested(1), await requested(1)];
    way.crash = { writesBefore: 1, isWritten: false };
    expect(await isApproved(dead.id, at)).toBe(false);
    way.crash = undefined;
    expect(await taken(key)).toBe(CAPACITY);
    expect(await isApproved(other.id, minutes(4))).toBe(false);
    expect(await isApproved(other.id, minutes(5))).toBe(true);
    expect(await codesOf(other)).toEqual([isrc(CAPACITY - 1, end)]);
    // It still holds one number, lacks one, and takes none.
    await expect(approveAt(dead.id, new Date(minutes(5)))).rejects.toThrow('The stage has 1 left');
    expect(await isApproved(last.id, minutes(10))).toBe(true);
    expect(await codesOf(last)).toEqual([isrc(0, end)]);
  });
});

describe('reserved numbers', () => {
  it('are not given twice when another approval takes them from one still running', async () => {
    const [slow, quick] = [await requested(2), await requested(2)];
    way.interruption = { after: 1, of: 'transactions', run: () => approveAt(quick.id, inMinutes(6)) };
    await approve(slow.id);
    const codes = [...(await isrcsShown(ada, quick.album)), ...(await isrcsShown(ada, slow.album))];
    expect(codes).toEqual([1, 2, 3, 4].map((number) => isrc(first + number)));
  });

  it('are given to the next album if the owner sets a code meanwhile', async () => {
    const { id, album, tracks } = await requested(2);
    const [track = ''] = tracks;
    const attributes = { 'isrc-code': 'DEAB12600009' };
    const run = () =>
      ask(ada, 200, 'PATCH', `/tracks/${track}`, { data: { type: 'tracks', id: track, attributes } });
    way.interruption = { after: 1, of: 'transactions', run };
    await approve(id);
    expect(await isrcsShown(ada, album)).toEqual(['DEAB12600009', isrc(first + 1)]);
    const next = await requested(2);
    await approve(next.id);
    expect(await isrcsShown(ada, next.album)).toEqual([isrc(first + 2), isrc(first + 3)]);
    expect(await taken()).toBe(first + 3);
  });

  it('are skipped by advance-codes, because they may predate a restore', async () => {
    const { id, album } = await requested(2);
    await dieHolding(id);
    expect(await command('advance-codes', { kind: 'isrc', number: first + 1 })).toMatchObject({
      taken: first + 2,
    });
    await approve(id);
    expect(await isrcsShown(ada, album)).toEqual([isrc(first + 2), isrc(first + 3)]);
  });

  it('are skipped if a record now has the code', async () => {
    const { id, album } = await requested(1);
    await dieHolding(id);
    await saveTracks([isrc(first + 1)]);
    await approve(id);
    expect(await isrcsShown(ada, album)).toEqual([isrc(first + 2)]);
    expect(await heldRows()).toEqual([]);
  });
});

/** Saves tracks with codes that no user may write, as an earlier version of the service let them. */
async function saveTracks(codes: readonly string[]): Promise<void> {
  const { userId: ownerId } = await newAdmin();
  const store = storeOf(api, { table, now: new Date() });
  for (const some of batchesOf(codes, 50)) {
    const changes = some.map((code) => ({
      resource: trackRecords,
      after: newRecord(store, trackRecords, { ownerId, fields: { ...trackAttributes, 'isrc-code': code } }),
    }));
    expect(await save(deciding(store), changes)).toEqual({ is: 'saved' });
  }
}

it('codes of drafts are skipped together, and an interrupted approval continues', async () => {
  await saveTracks(Array.from({ length: 400 }, (_, index) => isrc(first + index + 1)));
  const { id, album } = await requested(2);
  await dieHolding(id);
  expect(await taken()).toBeGreaterThan(first + 250);
  way.writes = 0;
  await approve(id);
  expect(way.writes).toBeLessThan(5);
  expect(await isrcsShown(ada, album)).toEqual([isrc(first + 401), isrc(first + 402)]);
  expect(await taken()).toBe(first + 402);
});
