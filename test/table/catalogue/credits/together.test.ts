/** Concurrent requests about the same credits and artists: no reference dangles, and each ends as if it were alone. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { handler as tracks } from '../../../../functions/tracks/handler.ts';
import { creditBlockKey, creditedOnKey } from '../../../../shared/catalogue/credits/credit-keys.ts';
import type { ApiHandler } from '../../../../shared/kit/http/stack.ts';
import { countWrite } from '../../../../shared/kit/records/counts.ts';
import { IDS_PER_BLOCK, newBlock } from '../../../../shared/kit/table/ids.ts';
import type { Item } from '../../../../shared/kit/table/item.ts';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { creditCalls, naming, type ShownCredit, violin } from '../../../support/credit-calls.ts';
import { creditFaults, staleReferences } from '../../../support/credit-invariants.ts';
import type { Call } from '../../../support/event-of.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { allRows } from '../../../support/invariants.ts';
import { firstMiddleLast } from '../../../support/long-run.ts';

const way = withFaultyTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const calls = creditCalls(() => ada);
const { change, creation, creditsOf, newArtists, newTrack } = calls;
beforeEach(() => calls.clear());

type Asked = readonly [ApiHandler, Call];
const deletionOf = (artist: number | undefined): Asked => [
  artists,
  { method: 'DELETE', path: `/artists/${artist}`, token: ada.token },
];

interface Together {
  readonly first: Asked;
  readonly second: Asked;
  /** Checks the statuses of both requests, and the rows afterwards. */
  readonly end: (statuses: number[], rows: readonly Item[]) => unknown;
}

/**
 * Sends the second request before each table call of the first. A run tests the first, the middle and the last of these moments.
 * @param next prepares both requests and their records.
 */
async function atEveryMoment(next: (after: number) => Promise<Together>): Promise<void> {
  const calls = await atMoment(Number.POSITIVE_INFINITY, next);
  expect(calls).toBeGreaterThan(3);
  for (const after of firstMiddleLast(Array.from({ length: calls }, (_, index) => index)))
    await atMoment(after, next);
}

/** @returns how many calls the first request made. */
async function atMoment(after: number, next: (after: number) => Promise<Together>): Promise<number> {
  const { first, second, end } = await next(after);
  let status = 0;
  const run = async () => {
    status = (await send(...second)).status;
  };
  const before = way.calls;
  way.interruption = { after, run };
  const outer = (await send(...first)).status;
  const calls = way.calls - before;
  const isBetween = way.interruption === undefined;
  way.interruption = undefined;
  if (!isBetween) await run();
  const rows = await allRows();
  expect(creditFaults(rows), `after ${after} calls`).toEqual([]);
  await end([outer, status], rows);
  return calls;
}

/** Statuses of the two orders: the artist is named and kept, or is deleted and cannot be named. */
const eitherWay = (named: number): (readonly [number, number])[] => [
  [named, 422],
  [422, 204],
];
/** Few enough for the transaction of the track, or too many for it. */
const sizes = { few: 3, many: 15 } as const;

const patchOf = (id: string, credits: readonly object[]): Asked => [
  tracks,
  change(id, { 'extended-credits': credits }),
];

describe.each(Object.entries(sizes))('the deletion of an artist among %s', (_, size) => {
  const nameOrDelete = (status: number) => (statuses: number[]) =>
    expect(eitherWay(status)).toContainEqual(statuses);

  it('leaves no dangling reference while a new track credits the artist', () =>
    atEveryMoment(async () => {
      const named = await newArtists(size);
      const post = await creation({ 'extended-credits': naming(named) });
      const end = (statuses: number[], rows: readonly Item[]) => {
        nameOrDelete(201)(statuses);
        expect(staleReferences(rows)).toEqual([]);
      };
      return { first: [tracks, post], second: deletionOf(named[size - 1]), end };
    }));

  it('leaves no dangling reference while a track adds the artist to its credits', async () => {
    const id = await newTrack([violin('Ann')]);
    await atEveryMoment(async (after) => {
      const named = await newArtists(size);
      const patch = patchOf(id, naming(named, `Name ${after}`));
      return { first: patch, second: deletionOf(named[0]), end: nameOrDelete(200) };
    });
  });

  it('leaves no dangling reference if a track credits the artist meanwhile', async () => {
    const id = await newTrack();
    await atEveryMoment(async (after) => {
      const named = await newArtists(size);
      const second = patchOf(id, naming(named, `Name ${after}`));
      const end = (statuses: number[]) => nameOrDelete(200)(statuses.toReversed());
      return { first: deletionOf(named[0]), second, end };
    });
  });

  it('leaves no dangling reference if a track with a stale one credits the artist meanwhile', () =>
    atEveryMoment(async () => {
      const id = await newTrack([violin('Ann')]);
      const named = await newArtists(size);
      await leaveReference(named[0] ?? 0, id);
      const end = (statuses: number[]) => nameOrDelete(200)(statuses.toReversed());
      return { first: deletionOf(named[0]), second: patchOf(id, naming(named)), end };
    }));

  it('leaves no dangling reference while a track with a stale one credits the artist', () =>
    atEveryMoment(async () => {
      const id = await newTrack();
      const named = await newArtists(size);
      await leaveReference(named[0] ?? 0, id);
      return {
        first: patchOf(id, naming(named)),
        second: deletionOf(named[0]),
        end: nameOrDelete(200),
      };
    }));

  it('succeeds, even when repeated, while the track drops the artist', () =>
    atEveryMoment(async () => {
      const named = await newArtists(size);
      const id = await newTrack(naming(named));
      const end = async ([patched, deleted]: number[]) => {
        expect([patched, [204, 422].includes(deleted ?? 0)]).toEqual([200, true]);
        if (deleted === 422) expect((await calls.deleteArtist(named[0] ?? 0)).status).toBe(204);
      };
      return { first: patchOf(id, []), second: deletionOf(named[0]), end };
    }));
});

describe.each(Object.entries(sizes))('the credits of %s artists', (_, size) => {
  it('count an artist once while one track drops and another adds it', async () => {
    const [kept = 0, ...named] = await newArtists(size);
    const id = await newTrack();
    await newTrack([violin('Ann', { 'artist-id': kept })]);
    await atEveryMoment(async () => {
      await calls.patch(200, id, naming([kept, ...named]));
      const end = (statuses: number[], rows: readonly Item[]) => {
        expect(statuses).toEqual([200, 422]);
        expect(staleReferences(rows)).toEqual([]);
      };
      return { first: patchOf(id, []), second: deletionOf(kept), end };
    });
  });

  it('count artists once for two replacements with the same ones', async () => {
    const id = await newTrack();
    const named = await newArtists(size);
    await atEveryMoment(async () => {
      await calls.patch(200, id, []);
      const first = patchOf(id, naming(named, 'One'));
      const second = patchOf(id, naming(named, 'Two'));
      return { first, second, end: (statuses: number[]) => expect(statuses).toEqual([200, 200]) };
    });
  });

  it('all come from one of two concurrent requests, which both succeed', async () => {
    const old = await newArtists(size);
    const one = await newArtists(size);
    const two = await newArtists(size);
    const id = await newTrack();
    await atEveryMoment(async () => {
      await calls.patch(200, id, naming(old, 'Old'));
      const end = async (statuses: number[], rows: readonly Item[]) => {
        expect(statuses).toEqual([200, 200]);
        expectWhole(await creditsOf(id), [one, two]);
        expect(staleReferences(rows)).toEqual([]);
      };
      return { first: patchOf(id, naming(one, 'One')), second: patchOf(id, naming(two, 'Two')), end };
    });
  });

  it('leave no rows if the track is deleted during their replacement', () =>
    atEveryMoment(async () => {
      const named = await newArtists(size);
      const id = await newTrack(naming(named, 'Old'));
      const end = async (statuses: number[], rows: readonly Item[]) => {
        expect([
          [200, 204],
          [404, 204],
        ]).toContainEqual(statuses);
        expect(staleReferences(rows)).toEqual([]);
        expect((await calls.deleteArtist(named[0] ?? 0)).status).toBe(204);
      };
      const deletion = { method: 'DELETE', path: `/tracks/${id}`, token: ada.token };
      return { first: patchOf(id, naming(await newArtists(size), 'New')), second: [tracks, deletion], end };
    }));
});

it('unchanged credits in a request are not lost to a concurrent request', async () => {
  const [ann, bob] = [[violin('Ann')], [violin('Bob'), violin('Bill')]];
  const id = await newTrack(ann);
  // Between any two reads: the credits may be read before the other request, and the track after it.
  for (const after of [0, 1, 2, 3]) {
    await atMoment(after, async () => {
      await calls.patch(200, id, ann);
      const first: Asked = [tracks, change(id, { title: `Title ${after}`, 'extended-credits': ann })];
      const end = async (statuses: number[]) => {
        expect(statuses).toEqual([200, 200]);
        const names = (await creditsOf(id)).map(({ name }) => name);
        expect(names, `after ${after} calls`).toEqual(['Ann']);
      };
      return { first, second: patchOf(id, bob), end };
    });
  }
});

it('two concurrent replacements of 200 credits both succeed, and one list is stored whole', async () => {
  const old = await newArtists(200);
  const one = await newArtists(200);
  const two = await newArtists(200);
  const id = await newTrack(naming(old, 'Old'));
  const responses = await Promise.all([
    send(tracks, change(id, { 'extended-credits': naming(one, 'One') })),
    send(tracks, change(id, { 'extended-credits': naming(two, 'Two') })),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expectWhole(await creditsOf(id), [one, two]);
  const rows = await allRows();
  expect(creditFaults(rows)).toEqual([]);
  expect(staleReferences(rows)).toEqual([]);
});

function expectWhole(credits: readonly ShownCredit[], lists: readonly (readonly number[])[]): void {
  expect(lists).toContainEqual(credits.map((credit) => credit['artist-id']));
  expect(new Set(credits.map(({ name }) => name.split(' ')[0])).size).toBe(1);
}

/** Leaves the rows of a request that was interrupted after it took a reference. */
const leaveReference = (artist: number, trackId: string): Promise<unknown> =>
  new Table().commit([
    { put: { ...creditedOnKey(String(artist), trackId) } },
    countWrite(recordKey('artists', String(artist)), { name: 'track-credits.artist' }, 1),
  ]);

it('a track uses the next block of ids if another takes one concurrently', async () => {
  const id = await newTrack();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  try {
    // Until the next block is known: one more than the last.
    const now = new Date();
    const blocks = Array.from({ length: 20 }, () => newBlock(now));
    const taken = creditBlockKey(String((blocks.at(-1) ?? 0) + 1));
    await new Table().commit([{ put: { ...taken, track: 'another' } }]);
    expect((await send(...patchOf(id, [violin('Ann')]))).status).toBe(200);
    expect(await new Table().get(taken)).toMatchObject({ track: 'another' });
    const [credit] = (await calls.trackCredits(`filter[track]=${id}`)).data;
    expect(Number(credit.id)).toBe(((blocks.at(-1) ?? 0) + 2) * IDS_PER_BLOCK);
    expect((await calls.get(`/track-credits/${credit.id}`)).data).toEqual(credit);
  } finally {
    vi.useRealTimers();
  }
});
