/** import-catalogue, interrupted and beside other imports. */
import { afterEach, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueDocuments } from '../../support/catalogue/documents.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { catalogueCommands, line, nextUpc, table, tracksOf } from '../../support/catalogue-imports.ts';
import { withFaultyTable, withinOneMinute } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';
import { firstMiddleLast } from '../../support/long-run.ts';

withinOneMinute();
const way = withFaultyTable();
const { operator, folderOf, importing, imported, rejected } = catalogueCommands();
afterEach(() => {
  way.crash = undefined;
  way.fault = undefined;
});

describe('a catalogue import', () => {
  it('takes three table calls per track with artists and credits', async () => {
    const callsFor = async (tracks: number) => {
      const [ada, code] = [await newAdmin(), nextUpc()];
      const lines = Array.from({ length: tracks }, (_, index) => line(code, 1, index + 1));
      const before = way.calls;
      await imported(folderOf({ 'c.csv': table(...lines) }), ada);
      return way.calls - before;
    };
    // The check and the import read the album, and a transaction writes everything.
    expect(((await callsFor(9)) - (await callsFor(4))) / 5).toBe(3);
  });

  it('duplicates nothing when run twice concurrently', async () => {
    const ada = await newAdmin();
    const [first, second] = [nextUpc(), nextUpc()];
    const from = folderOf({ 'c.csv': table(...tracksOf(first), ...tracksOf(second)) });
    const results = await Promise.all([imported(from, ada), imported(from, ada), imported(from, ada)]);
    // Each counts what it has created itself.
    const made = (of: 'albums' | 'tracks') => results.reduce((sum, result) => sum + result[of].new, 0);
    expect([made('albums'), made('tracks')]).toEqual([2, 6]);
    for (const { albums, tracks } of results)
      expect([albums.new + albums.there, tracks.new + tracks.there]).toEqual([2, 6]);
    const documents = await catalogueDocuments(ada);
    const counts = Object.entries(documents).map(([type, all]) => [type, all.length]);
    expect(Object.fromEntries(counts)).toEqual({
      ...{ labels: 1, artists: 2, albums: 2, tracks: 6 },
      ...{ 'album-artists': 4, 'album-tracks': 6, 'track-artists': 6, 'track-credits': 6 },
    });
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('can be repeated after being killed at any write', async () => {
    // Both tracks have the same recording.
    const files = (code: string) =>
      folderOf({ 'c.csv': table(line(code, 1, 1), line(code, 2, 1)).replaceAll(/,DE\w+/g, ',DEAB12000001') });
    const whole = async (person: Person, code: string) => {
      return JSON.parse(JSON.stringify(await catalogueDocuments(person)).replaceAll(code, 'UPC'));
    };
    const ada = await newAdmin();
    const first = nextUpc();
    const before = way.writes;
    await imported(files(first), ada);
    const writes = way.writes - before;
    expect(writes).toBeGreaterThan(6);
    const wanted = await whole(ada, first);
    const ends = Array.from({ length: writes }, (_, writesBefore) =>
      [false, true].map((isWritten) => ({ writesBefore, isWritten })),
    );
    for (const end of firstMiddleLast(ends.flat())) {
      const [person, own] = [await newAdmin(), nextUpc()];
      const from = files(own);
      const about = JSON.stringify(end);
      way.crash = { ...end };
      // The last write only completes the record of the command.
      const code = end.writesBefore === writes - 1 ? 0 : 1;
      expect(await importing(from, person), about).toMatchObject({ code });
      way.crash = undefined;
      await imported(from, person);
      expect(await whole(person, own), about).toEqual(wanted);
    }
    expect(catalogueFaults(await allRows())).toEqual([]);
  });

  it('stops with the release if another account takes its UPC after the check', async () => {
    const [ada, eve] = [await newAdmin(), await newAdmin()];
    const code = nextUpc();
    const from = folderOf({ 'c.csv': table(line(code, 1, 1)) });
    operator.before = async ({ arguments: { step, user } }) => {
      if (step === 'write' && user === ada.userId) await imported(from, eve);
    };
    expect(await rejected(from, ada)).toEqual([
      `The release ${code}: An album of another account has the UPC ${code}.`,
    ]);
    operator.before = () => {};
    expect((await catalogueDocuments(ada))['tracks']).toBeUndefined();
  });

  it('continues when the table throttles it', async () => {
    const ada = await newAdmin();
    const from = folderOf({ 'c.csv': table(...tracksOf(nextUpc())) });
    way.fault = { operation: 'TransactWriteItems', how: 'conflict', after: 2, times: 9 };
    await imported(from, ada);
    expect(way.fault.times).toBe(0);
    way.fault = undefined;
    expect((await catalogueDocuments(ada))['tracks']).toHaveLength(3);
  });
});
