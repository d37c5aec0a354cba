/** export-organization while a record is deleted in several transactions: it has the record whole, or not at all. */
import { afterEach, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import { albumAttributes, one } from '../../support/catalogue-calls.ts';
import { ask, create, newRelease } from '../../support/distribution/release.ts';
import { withFaultyTable } from '../../support/faulty-way.ts';
import { allRows } from '../../support/invariants.ts';
import { finishDeletions, interruptedDeletion } from '../../support/left-of-deletions.ts';
import { firstMiddleLast } from '../../support/long-run.ts';
import { clearTable, linesOf, useMoves } from '../../support/moves.ts';

const way = withFaultyTable();
const { exported, imported } = useMoves();
afterEach(clearTable);

interface Deleted {
  readonly ada: Person;
  /** Of the record. */
  readonly path: string;
  readonly type: string;
  readonly dependents: string;
}

/** Records with forty artists, whose deletion takes several transactions. */
const records = {
  async track(): Promise<Deleted> {
    const ada = await newAdmin();
    const { tracks } = await newRelease(ada, { tracks: 1 });
    const [track = ''] = tracks;
    for (let index = 0; index < 7; index++) {
      const album = one('albums', await create(ada, 'albums', { attributes: albumAttributes }));
      const relationships = { album, track: one('tracks', track) };
      await create(ada, 'album-tracks', { attributes: { order: 1 }, relationships });
    }
    await fillRoles(ada.userId, { track }, await fillArtists(ada.userId, 39));
    return { ada, path: `/tracks/${track}`, type: 'tracks', dependents: 'track-artists' };
  },
  async album(): Promise<Deleted> {
    const ada = await newAdmin();
    const { album } = await newRelease(ada, { tracks: 0 });
    await fillRoles(ada.userId, { album }, await fillArtists(ada.userId, 39));
    return { ada, path: `/albums/${album}`, type: 'albums', dependents: 'album-artists' };
  },
};

const remove = ({ ada, path }: Deleted) => ask(ada, 204, 'DELETE', path);

/** @returns how many records and dependents are in an export that was imported to an empty stage. */
async function counted(folder: string, { type, dependents }: Deleted): Promise<readonly number[]> {
  await clearTable();
  await imported(folder);
  expect(catalogueFaults(await allRows())).toEqual([]);
  return [type, dependents].map((name) => linesOf(folder, name).length);
}

describe.each(Object.entries(records))(
  'an export during the deletion of a record in parts: %s',
  (_, prepare) => {
    it('waits for the end of an interrupted deletion, and contains none of the deleted records', async () => {
      const deleted = await prepare();
      await interruptedDeletion(() => remove(deleted));
      let waits = 0;
      const folder = await exported(deleted.ada.organizationId, async () => {
        waits += 1;
        // At the beginning, the command waits in any case.
        if (waits === 3) await finishDeletions();
      });
      expect(waits).toBe(3);
      expect(await counted(folder, deleted)).toEqual([0, 0]);
    });

    it('is rejected with the reason if the deletion does not end', async () => {
      const deleted = await prepare();
      await interruptedDeletion(() => remove(deleted));
      await expect(exported(deleted.ada.organizationId)).rejects.toMatchObject({
        problems: expect.arrayContaining([
          { code: 'changed_during_export', detail: expect.stringContaining('A deletion has not finished') },
        ]),
      });
      await finishDeletions();
      expect(await counted(await exported(deleted.ada.organizationId), deleted)).toEqual([0, 0]);
    });

    it('has the complete record or nothing when it is deleted between two calls to the table', async () => {
      const measured = await prepare();
      const before = way.calls;
      await exported(measured.ada.organizationId);
      const calls = way.calls - before;
      const found = new Set<string>();
      const steps = Array.from({ length: calls }, (_, index) => index);
      for (const after of firstMiddleLast(steps)) {
        await clearTable();
        const deleted = await prepare();
        way.interruption = { after, run: () => remove(deleted) };
        const folder = await exported(deleted.ada.organizationId);
        way.interruption = undefined;
        found.add((await counted(folder, deleted)).join());
      }
      expect([...found].toSorted()).toEqual(['0,0', '1,40']);
    }, 600_000);
  },
);
