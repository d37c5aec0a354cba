/** Lines of reports with several ISRCs: those of one recording, or of a resource that consists of several. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { handler as tracks } from '../../functions/tracks/handler.ts';
import { markDelivered } from '../../shared/distribution/deliveries/mark-delivered.ts';
import { storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { shownImport } from '../../shared/usage/commands/shown-import.ts';
import { unmatchedObject } from '../../shared/usage/import/usage-objects.ts';
import { call, newAdmin, type Person } from '../support/calls.ts';
import { command } from '../support/distribution/stores.ts';
import { clearTable, useMoves } from '../support/moves.ts';
import { newDeliveredRelease } from '../support/releases.ts';
import { dsrReport } from '../support/usage/dsr-reports.ts';
import { killedAfterEveryStep } from './every-step.ts';
import { saveStage } from './saved-stage.ts';
import { comeBetween, takeStep } from './steps.ts';
import {
  importOf,
  importReport,
  objectText,
  queue,
  run,
  settle,
  start,
  usageSums,
  useUsage,
} from './usage.ts';

const files = useUsage();
const moves = useMoves();
const name = 'june.csv';
const [mine, registered, hers] = ['DEAB12691001', 'DEAB12691000', 'DEAB12691002'];
const lineOf = (isrcs: string, revenue: string) => `2026-01-05,1,US,${isrcs},10,${revenue},EUR`;
const several = `${mine}|${registered}`;
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
  trackId = await delivered(ada, mine);
});

async function delivered(person: Person, isrc: string): Promise<string> {
  const { trackIds } = await newDeliveredRelease(person, [{ title: 'Song', isrc }]);
  return trackIds[0] ?? '';
}

const sumOf = async ({ userId }: Person): Promise<number> =>
  Number((await usageSums()).revenue[`${userId} EUR 2026-01`] ?? 0n) / 1e12;
const earned = async () => [await sumOf(ada), await sumOf(eve)];
const notes = async () => (await shownImport(new Table(), await importOf(name))).notes;
const unmatchedLines = async () => {
  const { run: last } = await importOf(name);
  return (await objectText(unmatchedObject(last))).trim().split('\n').slice(1);
};

async function rematch(): Promise<void> {
  await command('import-usage', { rematch: true });
  await run(1);
}

/** Ends that the code stays with its owner. */
async function release(person: Person, { id, code }: { id: string; code: string }): Promise<void> {
  const isrc = 'DEAB12691099';
  const body = { data: { type: 'tracks', id, attributes: { 'isrc-code': isrc } } };
  await call(tracks, 200, { method: 'PATCH', path: `/tracks/${id}`, token: person.token, body });
  await markDelivered(storeOf(api, { table: new Table(), now: new Date() }), [{ id, isrc }]);
  await command('release-code', { code, user: person.userId, reason: 'Mistyped.' });
}

describe('a line with several ISRCs', () => {
  it('counts once for the one track that has one of them, under its code', async () => {
    const content = [lineOf(several, '3'), lineOf(`${registered} ${mine}`, '0.5'), lineOf(mine, '1')];
    const { counts } = await importReport({ name, content });
    expect(counts).toMatchObject({ imported: 3, rejected: 0, unmatched: 0 });
    const { plays, lines } = await usageSums();
    expect(await earned()).toEqual([4.5, 0]);
    expect(plays).toMatchObject({ [`tracks ${trackId} 2026-01-05 1 US -`]: 30 });
    expect(lines).toEqual({
      [`${ada.userId} 1 2026-01-05 ${mine} ${trackId} US EUR`]: [30, 4_500_000_000_000n],
    });
    const path = '/royalties/statements?group=track&filter[period-from]=2026-01&filter[period-to]=2026-01';
    const { body } = await call(royalties, 200, { path, token: ada.token });
    expect(body).toMatchObject({ data: [{ attributes: { plays: 30, revenue: '4.5' } }] });
    expect(JSON.stringify(body)).not.toContain(registered);
  });

  it('of a DDEX report counts once, with what its summary allocates to it', async () => {
    const usage = (isrc: string, usages: number) => ({ isrc, usages, returns: 0, territory: 'US' });
    const usages = [usage(several, 4), usage(`${mine}|${hers}`, 3), usage('DEAB12691009', 3)];
    await delivered(eve, hers);
    const content = dsrReport({ form: 'blocks', usages, allocated: '10' }).join('');
    const { counts } = await importReport({ name, content });
    expect(counts).toMatchObject({ imported: 3, rejected: 0, unmatched: 2 });
    expect(await earned()).toEqual([4, 0]);
  });

  it('is unmatched while several owners have them, and counts once one of them has none', async () => {
    const other = await delivered(eve, hers);
    const both = `${hers}|${mine}`;
    const { counts } = await importReport({ name, content: [lineOf(both, '3'), lineOf(mine, '1')] });
    expect([counts?.unmatched, await earned()]).toEqual([1, [1, 0]]);
    expect(await unmatchedLines()).toEqual([lineOf(`${mine}|${hers}`, '3')]);
    expect(await command('import-usage', { isrcs: [`${mine}|${hers}`, several] })).toEqual({
      findings: { [`${mine}|${hers}`]: 'ambiguous' },
    });
    await release(eve, { id: other, code: hers });
    await rematch();
    expect(await earned()).toEqual([4, 0]);
  });

  it('counts once its track has been delivered, after a rematch', async () => {
    const late = `${hers}|DEAB12691003`;
    await importReport({ name, content: [lineOf(late, '2')] });
    expect(await earned()).toEqual([0, 0]);
    await delivered(eve, 'DEAB12691003');
    await rematch();
    expect(await earned()).toEqual([0, 2]);
    expect(await unmatchedLines()).toEqual([]);
  });

  it('is the same line in any order, so that the report is not counted under another name', async () => {
    await importReport({ name, content: [lineOf(several, '3')] });
    const content = `date,dsp_id,country,isrc,plays,revenue,currency\n${lineOf(`${registered};${mine}`, '3')}\n`;
    expect(await importReport({ name: 'copy.csv', content })).toMatchObject({ rejectedAs: 'known' });
    expect(await earned()).toEqual([3, 0]);
  });
});

describe('the correction of a report with several ISRCs in a line', () => {
  beforeEach(async () => void (await importReport({ name, content: [lineOf(several, '3')] })));

  it('replaces the line', async () => {
    await importReport({ name, content: [lineOf(several, '4')] });
    expect(await earned()).toEqual([4, 0]);
    await importReport({ name, content: [lineOf(registered, '4')] });
    expect([await earned(), await unmatchedLines()]).toEqual([[0, 0], [lineOf(registered, '4')]]);
  });

  it('keeps the line with its owner if another one has had one of the ISRCs delivered since', async () => {
    await delivered(eve, registered);
    await importReport({ name, content: [lineOf(several, '4')] });
    expect([await earned(), await notes()]).toEqual([[4, 0], undefined]);
    const lines = Object.keys((await usageSums()).lines);
    expect(lines).toEqual([`${ada.userId} 1 2026-01-05 ${mine} ${trackId} US EUR`]);
  });

  it('keeps the line on another stage', async () => {
    await delivered(eve, registered);
    const folders = [await moves.exported(ada.organizationId), await moves.exported(eve.organizationId)];
    await clearTable();
    for (const folder of folders) await moves.imported(folder);
    expect(await earned()).toEqual([3, 0]);
    await importReport({ name, content: [lineOf(several, '4')] });
    expect(await earned()).toEqual([4, 0]);
  });

  it('reports a line that was counted and is unmatched after a release of the code', async () => {
    for (const person of [eve, await newAdmin()]) await delivered(person, registered);
    await release(ada, { id: trackId, code: mine });
    await importReport({ name, content: [lineOf(several, '4')] });
    expect(await earned()).toEqual([0, 0]);
    expect(await notes()).toEqual([expect.stringContaining('1 line with 3 EUR counted for owners')]);
  });

  it('leads to the same sums after being killed after any step', async () => {
    const putBack = await saveStage({ queues: queue(), bucket: files });
    const content = [lineOf(several, '4'), lineOf(`${hers}|${registered}`, '1'), lineOf(mine, '0.25')];
    const begin = async () => {
      await putBack();
      await start({ name, content, partitions: 2 });
    };
    const end = async (about: string) => {
      queue().lose();
      await run(2);
      expect([await earned(), await unmatchedLines()], about).toEqual([
        [4.25, 0],
        [lineOf(`${registered}|${hers}`, '1')],
      ]);
    };
    expect(await killedAfterEveryStep({ begin, run: settle, end })).toBeGreaterThan(7);
  });
});
