/** Corrections of reports whose codes other owners have had delivered since. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { markDelivered } from '../../shared/distribution/deliveries/mark-delivered.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { shownImport } from '../../shared/usage/commands/shown-import.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { command } from '../support/distribution/stores.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, revive, takeStep } from './steps.ts';
import { importOf, importReport, queue, run, settle, start, usageSums, useUsage } from './usage.ts';

const files = useUsage();
const moves = useMoves();
const isrc = 'DEAB12690001';
const other = 'DEAB12690002';
const name = 'june.csv';
const lineOf = (revenue: string, { code = isrc, day = '05' } = {}) =>
  `2026-01-${day},1,US,${code},10,${revenue},EUR`;
let ada: Person;
let eve: Person;
let trackId: string;

beforeAll(() => {
  process.env['BUCKET_NAME'] = 'packages';
  comeBetween(queue());
  files.beforeWrite = async () => takeStep();
});

beforeEach(async () => {
  await clearTable();
  [ada, eve] = [await newAdmin(), await newAdmin()];
  trackId = await delivered(ada);
  await importReport({ name, content: [lineOf('3'), lineOf('0.5', { day: '06' })] });
});
afterEach(() => void revive());

async function delivered(person: Person, code = isrc): Promise<string> {
  const { trackIds } = await newDeliveredRelease(person, [{ title: 'Song', isrc: code }]);
  return trackIds[0] ?? '';
}

const sumOf = async ({ userId }: Person): Promise<number> =>
  Number((await usageSums()).revenue[`${userId} EUR 2026-01`] ?? 0n) / 1e12;
const earned = async () => [await sumOf(ada), await sumOf(eve)];
const notes = async () => (await shownImport(new Table(), await importOf(name))).notes;

const changeCode = (person: Person, id: string, code: string) =>
  call(tracks, 200, {
    method: 'PATCH',
    path: `/tracks/${id}`,
    token: person.token,
    body: { data: { type: 'tracks', id, attributes: { 'isrc-code': code } } },
  });

/** Ends that the code stays with Ada. */
async function release(id: string, code: string): Promise<void> {
  await changeCode(ada, id, other);
  await markDelivered(storeOf(api, { table: new Table(), now: new Date() }), [{ id, isrc: other }]);
  await command('release-code', { code, user: ada.userId, reason: 'Mistyped.' });
}

describe('the correction of a report with a code that another owner has had delivered since', () => {
  beforeEach(async () => void (await delivered(eve)));

  it('keeps the lines with the owner and track for which the report has counted them', async () => {
    const older = trackId;
    await delivered(ada);
    const { counts } = await importReport({ name, content: [lineOf('4')] });
    expect([counts?.unmatched, await earned(), await notes()]).toEqual([0, [4, 0], undefined]);
    expect(Object.keys((await usageSums()).lines)).toEqual([
      `${ada.userId} 1 2026-01-05 ${isrc} ${older} US EUR`,
    ]);
  });

  it('keeps them with each further correction, also of other days', async () => {
    await importReport({ name, content: [lineOf('4', { day: '07' })] });
    await importReport({ name, content: [lineOf('5', { day: '08' })] });
    expect(await earned()).toEqual([5, 0]);
  });

  it.each([
    ['changed', () => changeCode(ada, trackId, other)],
    ['deleted', () => call(tracks, 204, { method: 'DELETE', path: `/tracks/${trackId}`, token: ada.token })],
  ])('keeps them with a track that was %s', async (_, change) => {
    await change();
    await importReport({ name, content: [lineOf('4')] });
    expect(await earned()).toEqual([4, 0]);
    expect(Object.keys((await usageSums()).plays)).toContain(`tracks ${trackId} 2026-01-05 1 US -`);
  });

  it('keeps them after a rejected correction', async () => {
    await importReport({ name, content: 'no header' });
    await importReport({ name, content: [lineOf('4')] });
    expect(await earned()).toEqual([4, 0]);
  });

  it('keeps them on another stage to which both owners were moved', async () => {
    const folders = [await moves.exported(ada.organizationId), await moves.exported(eve.organizationId)];
    await clearTable();
    for (const folder of folders) await moves.imported(folder);
    await importReport({ name, content: [lineOf('4')] });
    expect(await earned()).toEqual([4, 0]);
  });

  it('keeps lines that a rematch has counted', async () => {
    const late = lineOf('2', { code: other });
    await importReport({ name, content: [lineOf('3'), late] });
    await delivered(eve, other);
    await command('import-usage', { rematch: true });
    await run(1);
    expect(await earned()).toEqual([3, 2]);
    await delivered(ada, other);
    await importReport({ name, content: [lineOf('4'), late] });
    expect(await earned()).toEqual([4, 2]);
  });

  it('keeps the lines of another report with the code unmatched', async () => {
    await importReport({ name: 'july.csv', content: [lineOf('9')] });
    const { counts } = await importReport({ name: 'july.csv', content: [lineOf('8')] });
    expect([counts?.unmatched, await earned()]).toEqual([1, [3.5, 0]]);
    expect((await shownImport(new Table(), await importOf('july.csv'))).notes).toBeUndefined();
  });

  it('reports lines that were counted and are unmatched after a release of the code', async () => {
    await delivered(await newAdmin());
    await release(trackId, isrc);
    await importReport({ name, content: [lineOf('4'), lineOf('1', { code: 'DEAB12690003' })] });
    expect(await earned()).toEqual([0, 0]);
    expect(await notes()).toEqual([
      'Of the earlier file, 2 lines with 3.5 EUR counted for owners. The lines of this file with the same ISRCs are ' +
        'unmatched.',
    ]);
  });

  it('keeps its lines and the same note after being killed after any step', async () => {
    const gone = 'DEAB12690004';
    const mistyped = await delivered(ada, gone);
    await importReport({ name, content: [lineOf('3'), lineOf('2', { code: gone })], partitions: 2 });
    await release(mistyped, gone);
    const putBack = await saveStage({ queues: queue(), bucket: files });
    const begin = async () => {
      await putBack();
      await start({ name, content: [lineOf('4'), lineOf('1', { code: gone })], partitions: 2 });
    };
    const end = async (about: string) => {
      queue().lose();
      await run(2);
      expect(await earned(), about).toEqual([4, 0]);
      expect(await notes(), about).toEqual([expect.stringContaining('1 line with 2 EUR counted')]);
    };
    expect(await killedAfterEveryStep({ begin, run: settle, end })).toBeGreaterThan(7);
  });
});
