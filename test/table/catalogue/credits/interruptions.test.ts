/** Credit changes interrupted between any two writes leave consistent rows, and the next request completes. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../../../functions/tracks/handler.ts';
import { newAdmin, type Person, send } from '../../../support/calls.ts';
import { creditCalls, naming } from '../../../support/credit-calls.ts';
import { creditFaults, creditListsAmong, staleReferences } from '../../../support/credit-invariants.ts';
import type { Call } from '../../../support/event-of.ts';
import { withFaultyTable, withinOneMinute } from '../../../support/faulty-way.ts';
import { allRows } from '../../../support/invariants.ts';
import { firstMiddleLast } from '../../../support/long-run.ts';

withinOneMinute();
const way = withFaultyTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const calls = creditCalls(() => ada);
const { change, creation, newArtists, newTrack, patch } = calls;
beforeEach(() => calls.clear());

/** Few enough for the transaction of the track, more than that, and more than one other transaction takes. */
const sizes = { few: 5, many: 15, 'very many': 50 } as const;

/** @returns the number of writes of a request that nothing interrupts. */
async function writesOf(request: Call, status: number): Promise<number> {
  const before = way.writes;
  expect((await send(tracks, request)).status).toBe(status);
  return way.writes - before;
}

/** Sends a request whose function dies at one of its writes. */
async function dying(request: Call, at: { writesBefore: number; isWritten: boolean }): Promise<void> {
  way.crash = { ...at };
  await send(tracks, request);
  expect(way.crash.isDead, `${at.writesBefore}`).toBe(true);
  way.crash = undefined;
  expect(creditFaults(await allRows()), JSON.stringify(at)).toEqual([]);
}

/** @returns the interruptions that a run tests. */
const everyEnd = (writes: number) =>
  firstMiddleLast(
    Array.from({ length: writes }, (_, writesBefore) =>
      [false, true].map((isWritten) => ({ writesBefore, isWritten })),
    ).flat(),
  );

/** @returns the names of a track's credits as its rows hold them. */
const namesOf = async (id: string) =>
  creditListsAmong(await allRows())
    .find(({ parentId }) => parentId === id)
    ?.items.map(({ name }) => name) ?? [];

/** Deletes artists. Those that credits name are kept; stale references do not keep an artist. */
async function expectDeletable(artists: readonly number[], isDeletable: boolean): Promise<void> {
  for (const artist of [artists[0] ?? 0, artists.at(-1) ?? 0])
    expect((await calls.deleteArtist(artist)).status).toBe(isDeletable ? 204 : 422);
  expect(creditFaults(await allRows())).toEqual([]);
}

describe.each(Object.entries(sizes))('credits of %s artists', (_, size) => {
  it('keep the old or the new list after an interrupted replacement, which can be repeated', async () => {
    const from = await newArtists(size);
    const to = await newArtists(size);
    const rehearsal = await newTrack(naming(from, 'Old'));
    const replacement = (id: string) => change(id, { 'extended-credits': naming(to, 'New') });
    const writes = await writesOf(replacement(rehearsal), 200);
    // A slow one also renews its claim.
    expect([0, 1].map((renewals) => writes - renewals)).toContain({ 5: 2, 15: 4, 50: 6 }[size]);
    await calls.remove(rehearsal);
    for (const at of everyEnd(writes)) {
      const id = await newTrack(naming(from, 'Old'));
      await dying(replacement(id), at);
      const names = await namesOf(id);
      expect(names).toHaveLength(size);
      expect(new Set(names.map((name) => name.split(' ')[0])).size).toBe(1);
      await patch(200, id, naming(to, 'New'));
      expect((await namesOf(id))[0]).toBe('New 0');
      expect((await calls.remove(id)).status).toBe(204);
      expect(creditFaults(await allRows())).toEqual([]);
    }
    await expectDeletable(from, true);
    await expectDeletable(to, true);
  });

  it('leave a whole track or no reference after an interrupted creation', async () => {
    const rehearsal = await creation({ 'extended-credits': naming(await newArtists(size)) });
    const writes = await writesOf(rehearsal, 201);
    expect(writes).toBe({ 5: 2, 15: 3, 50: 4 }[size]);
    for (const at of everyEnd(writes)) {
      const artists = await newArtists(size);
      const before = creditListsAmong(await allRows()).length;
      await dying(await creation({ 'extended-credits': naming(artists) }), at);
      const isMade = creditListsAmong(await allRows()).length > before;
      expect(isMade).toBe(at.writesBefore === writes - 1 && at.isWritten);
      await expectDeletable(artists, !isMade);
    }
  });

  it('leave a whole track or no reference after an interrupted deletion', async () => {
    const deletion = (id: string): Call => ({ method: 'DELETE', path: `/tracks/${id}`, token: ada.token });
    const writes = await writesOf(deletion(await newTrack(naming(await newArtists(size)))), 204);
    expect(writes).toBe({ 5: 2, 15: 3, 50: 4 }[size]);
    for (const at of everyEnd(writes)) {
      const artists = await newArtists(size);
      const id = await newTrack(naming(artists));
      await dying(deletion(id), at);
      const isLeft = (await namesOf(id)).length > 0;
      expect(isLeft).toBe(at.writesBefore === 0 || (at.writesBefore === 1 && !at.isWritten));
      await expectDeletable(artists, !isLeft);
      if (isLeft) expect((await calls.remove(id)).status).toBe(204);
    }
  });
});

it('a replacement succeeds if the response to any one write is lost', async () => {
  const from = await newArtists(50);
  const to = await newArtists(50);
  const id = await newTrack(naming(from, 'Old'));
  for (let after = 0; after < 6; after++) {
    const [wanted, prefix] = after % 2 === 0 ? [to, 'New'] : [from, 'Old'];
    way.fault = { how: 'response lost', after, times: 1 };
    await patch(200, id, naming(wanted, prefix));
    expect(way.fault.times).toBe(0);
    way.fault = undefined;
    expect((await namesOf(id))[0]).toBe(`${prefix} 0`);
    const rows = await allRows();
    expect(creditFaults(rows)).toEqual([]);
    expect(staleReferences(rows)).toEqual([]);
  }
});
