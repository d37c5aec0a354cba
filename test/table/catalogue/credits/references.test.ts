import { beforeAll, beforeEach, expect, it } from 'vitest';
import { changeCredits, creditsOf } from '../../../../shared/catalogue/credits/change-credits.ts';
import { creditGuardKey } from '../../../../shared/catalogue/credits/credit-keys.ts';
import {
  acquireReferences,
  addReference,
  referencedAmong,
  releaseReferences,
  releaseStaleReferences,
} from '../../../../shared/catalogue/credits/references.ts';
import { deciding } from '../../../../shared/kit/records/deciding.ts';
import { save, storeOf } from '../../../../shared/kit/records/store.ts';
import { recordKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { newAdmin, type Person } from '../../../support/calls.ts';
import { creditCalls, naming } from '../../../support/credit-calls.ts';
import { creditFaults } from '../../../support/credit-invariants.ts';
import { allRows } from '../../../support/invariants.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
const calls = creditCalls(() => ada);
beforeEach(() => calls.clear());

const table = new Table();
const store = storeOf(definitions, { table, now: new Date() });
const counted = async (artist: number) => {
  const row = await table.get(recordKey('artists', String(artist)));
  return ((row?.['counts'] ?? {}) as Record<string, number>)['track-credits.artist'];
};

it('an existing reference is counted only once', async () => {
  const [one = 0, two = 0] = await calls.newArtists(2);
  await table.commit(addReference('17', one));
  expect(await acquireReferences(store, '17', [one, two])).toBe(true);
  expect([await counted(one), await counted(two)]).toEqual([1, 1]);
});

it('a reference to a deleted artist cannot be acquired, and no count changes', async () => {
  const [one = 0] = await calls.newArtists(1);
  expect(await acquireReferences(store, '17', [one, 4711])).toBe(false);
  expect(await counted(one)).toBe(0);
  expect(creditFaults(await allRows())).toEqual([]);
});

it('the release of a missing reference does not reduce the count', async () => {
  const [one = 0, two = 0, three = 0] = await calls.newArtists(3);
  for (const artist of [one, two]) await table.commit(addReference('17', artist));
  await table.commit(addReference('18', three));
  expect(await releaseReferences(store, '17', [one, two, three])).toBe(true);
  expect([await counted(one), await counted(two), await counted(three)]).toEqual([0, 0, 1]);
  expect([...(await referencedAmong(table, '18', [three]))]).toEqual([three]);
});

it('a release keeps references to artists in the credits', async () => {
  const [one = 0, two = 0] = await calls.newArtists(2);
  const id = await calls.newTrack(naming([one]));
  await table.commit(addReference(id, two));
  expect(await releaseReferences(store, id, [one, two])).toBe(false);
  expect([await counted(one), await counted(two)]).toEqual([1, 0]);
});

it('every release changes the guard of the track, which expires after a day', async () => {
  const [one = 0] = await calls.newArtists(1);
  const guards: unknown[] = [];
  for (const _ of [1, 2]) {
    await table.commit(addReference('17', one));
    await releaseReferences(store, '17', [one]);
    const { revision, expires } = (await table.get(creditGuardKey('17'))) ?? {};
    expect(expires).toBe(Math.floor(store.now.getTime() / 1000) + 86_400);
    guards.push(revision);
  }
  expect(new Set(guards).size).toBe(2);
});

it('stale references to an artist are removed up to the first in use', async () => {
  const [one = 0, two = 0] = await calls.newArtists(2);
  for (let track = 1; track <= 25; track++)
    for (const artist of [one, two]) await table.commit(addReference(`99999999999999${track}`, artist));
  await releaseStaleReferences(store, String(one));
  expect(await counted(one)).toBe(0);
  // The ids of tracks are lower: their references come first.
  await calls.newTrack(naming([two]));
  await releaseStaleReferences(store, String(two));
  expect(await counted(two)).toBe(26);
  expect(creditFaults(await allRows())).toEqual([]);
});

it('a list of credits that changed since it was read is not replaced', async () => {
  const track = { parentId: '17', ownerId: ada.userId };
  const credit = { role: 'violin', 'artist-id': null, position: 1 };
  const namesNow = async () => (await creditsOf(store, track)).list.items.map(({ name }) => name);
  for (const start of [[], ['Ann']]) {
    const state = await creditsOf(store, track);
    expect(await namesNow()).toEqual(start);
    const outcomes: string[] = [];
    for (const name of ['Bob', 'Cid']) {
      const { writes } = changeCredits(state, { credits: [{ ...credit, name }], now: store.now });
      outcomes.push((await save(deciding(store), [], writes)).is);
    }
    expect(outcomes).toEqual(['saved', 'stale']);
    const { writes } = changeCredits(await creditsOf(store, track), {
      credits: [{ ...credit, name: 'Ann' }],
      now: store.now,
    });
    await save(deciding(store), [], writes);
  }
});
