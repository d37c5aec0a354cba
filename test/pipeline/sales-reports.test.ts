/** Reads the sales reports that a connected store has placed in its folder. */
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importerWith } from '../../functions/import-usage/handler.ts';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { transfererWith } from '../../functions/transfer-releases/handler.ts';
import { functionList } from '../../infra/functions/function-list.ts';
import { waitingAcknowledgements } from '../../shared/distribution/commands/waiting-acknowledgements.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { required } from '../../shared/kit/values/required.ts';
import { call } from '../support/calls.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { type Access, askedBy, denied, hearTable } from '../support/grants.ts';
import { withSftpStore } from '../support/stores/sftp-store.ts';
import { dsrReport } from '../support/usage/dsr-reports.ts';
import { DSP, useConnectedStage } from './connected-stage.ts';
import { work } from './stream-stage.ts';
import { now, pass } from './work-stage.ts';

const transferer = transfererWith({ now, random: () => 0.5 });
/** What the function that reads stores has asked the table for. */
const asked: Access[] = [];
async function transfer(event: Parameters<typeof transferer>[0]) {
  let outcome: ReturnType<typeof transferer> | undefined;
  const accesses = await askedBy(async () => {
    outcome = transferer(event);
    await outcome;
  });
  asked.push(...accesses);
  return required(await outcome, 'The function has responded.');
}
beforeAll(hearTable);
const stage = useConnectedStage({ consumers: { Transfer: transfer, Usage: importerWith({ now }) } });
const store = withSftpStore();

const isrc = 'GBUM71703692';

const folder = () => join(store.folder, 'reports');
const connect = (more: object = {}) =>
  command('connect-store', store.connecting(DSP, { reports: 'reports', ...more }));

beforeEach(async () => {
  await command('disconnect-store', { 'dsp-id': DSP }).catch(() => {});
  store.empty();
  mkdirSync(folder());
  await connect();
});

/** @param changedAt seconds. Servers state the times of files in seconds. */
function place(name: string, content: string | Buffer, changedAt = 1_700_000_000): void {
  writeFileSync(join(folder(), name), content);
  utimesSync(join(folder(), name), changedAt, changedAt);
}

let reports = 0;
/** @returns a name that no other test has used, because files that were read stay known. */
const newName = (extension = 'csv') => `sales-${++reports}.${extension}`;

const today = () => now().toISOString().slice(0, 10);
const csv = (revenue: string, of = isrc) =>
  `date,dsp_id,country,isrc,plays,revenue,currency\n${today()},${DSP},DE,${of},7,${revenue},EUR\n`;

const none = { imported: 0, incomplete: 0, busy: 0, rejected: 0 };

/** @returns how many reports a reading has taken. */
async function read(): Promise<object> {
  pass(60);
  const { asked } = (await command('read-store', { 'dsp-id': DSP })) as { asked: string };
  await work();
  // The imports that the reading has started.
  await work();
  const { reports, problem } = (await command('read-store', { 'dsp-id': DSP, asked })) as {
    reports: object;
    problem: string | null;
  };
  expect(problem).toBeNull();
  return reports;
}

const shown = (name: string) => command('show-usage-import', { name: `dsp-${DSP}/${name}` });
const earned = async () =>
  (await call(royalties, 200, { path: '/royalties/summary?filter[currency]=EUR', token: stage.owner.token }))
    .body.data.attributes['total-earned'];
const waiting = async () => (await waitingAcknowledgements({ table: new Table(), now: now() }, 50)).items;

describe('a sales report in the folder of a store', () => {
  it('is imported once, and its file stays', async () => {
    await stage.requested({ isrc });
    await work();
    const name = newName();
    place(name, csv('1.5'));
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(await shown(name)).toMatchObject({ state: 'done', imported: 1, unmatched: 0 });
    expect(await earned()).toBe('1.5');
    expect(await read()).toEqual(none);
    expect(await earned()).toBe('1.5');
    expect(readdirSync(folder())).toEqual([name]);
  });

  it('replaces the lines of its earlier version when the store corrects it', async () => {
    const name = newName();
    const before = Number(await earned());
    place(name, csv('2.25'));
    await read();
    expect(Number(await earned())).toBe(before + 2.25);
    place(name, csv('2.20'), 1_700_000_060);
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(Number(await earned())).toBeCloseTo(before + 2.2, 10);
  });

  it('is imported once if the reading dies after its import has started', async () => {
    const name = newName();
    place(name, csv('3.125'));
    const before = Number(await earned());
    await read();
    await command('disconnect-store', { 'dsp-id': DSP });
    await new Table().commit([{ delete: { pk: `stores#${DSP}`, sk: `report#${name}` } }]);
    await connect();
    expect(await read()).toMatchObject({ imported: expect.any(Number) });
    expect(Number(await earned())).toBe(before + 3.125);
  });

  it('is acknowledged next to it, and its semaphores are removed, if the connection says so', async () => {
    const [content = ''] = dsrReport({ form: 'financial', usages: [], sender: 'Alpha' });
    const layout = { set: ['dsp_id=2'], reading: { name: 'own-columns', constants: { dsp_id: DSP } } };
    const name = 'DSR_a_b__2027_DE_1of1_20270201T000000';
    const placeAll = () => {
      place(`${name}.tsv`, content);
      for (const each of ['DSR', 'ACK']) place(`${each}_a_b__2027_DE_20270201T000000.ctrl`, '');
      place('ACK_other_20270201T000000.tsv', 'not a report');
    };
    await connect(layout);
    placeAll();
    await read();
    expect(readdirSync(folder())).toHaveLength(4);
    await connect({ ...layout, 'acknowledge-reports': true });
    place(`${name}.tsv`, content, 1_700_000_120);
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(readdirSync(folder()).toSorted()).toEqual([
      'ACK_a_b__2027_DE_20270201T000000.tsv',
      'ACK_other_20270201T000000.tsv',
      `${name}.tsv`,
    ]);
    const acknowledged = readFileSync(join(folder(), 'ACK_a_b__2027_DE_20270201T000000.tsv'), 'utf8');
    expect(acknowledged).toMatch(new RegExp(`^${name}\\.tsv\ttaken\t\\d{4}-\\d\\d-\\d\\dT`));
    expect(await read()).toEqual(none);
    await connect({ ...layout, 'acknowledge-reports': true });
    store.onCall = ({ name: call, path }) =>
      call === 'open' && path.includes('/ACK_') ? { status: 3 } : undefined;
    place(`${name}.tsv`, content, 1_700_000_180);
    expect(await read()).toEqual({ ...none, imported: 1 });
    store.onCall = undefined;
    const [item] = await waiting();
    expect(item?.about).toMatch(
      /^DSP 2: The report was imported, but not acknowledged\. The store denies permission/,
    );
    await command('read-store', { 'dsp-id': DSP, dismiss: item?.id });
  });

  it('is reported a day after its last file arrived if others are still missing', async () => {
    const [first = ''] = dsrReport({ form: 'financial', usages: [], files: 3, sender: 'Alpha' });
    place('DSR_late_1of3_x.tsv', first, Math.floor(now().getTime() / 1000));
    expect(await read()).toMatchObject({ incomplete: 1 });
    expect(await waiting()).toEqual([]);
    place('DSR_late_1of3_x.tsv', first, Math.floor(now().getTime() / 1000) - 100_000);
    expect(await read()).toMatchObject({ incomplete: 1 });
    const [item] = await waiting();
    expect(item?.about).toBe('DSP 2: Files of the report are missing: 2, 3.');
    await command('read-store', { 'dsp-id': DSP, dismiss: item?.id });
  });

  it('is read again once the store grants access', async () => {
    const name = newName();
    place(name, csv('4'));
    store.onCall = ({ name: call, path }) =>
      call === 'open' && path.endsWith(name) ? { status: 3 } : undefined;
    expect(await read()).toEqual({ ...none, rejected: 1 });
    expect(await waiting()).toMatchObject([{ about: expect.stringMatching(/denies permission/) }]);
    store.onCall = undefined;
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(await waiting()).toEqual([]);
  });

  it('waits until all files of a DDEX report have arrived', async () => {
    const usages = Array.from({ length: 4 }, (_, index) => ({
      isrc,
      territory: 'DE',
      usages: index + 1,
      returns: 0,
      money: '0.5',
    }));
    const [first = '', second = ''] = dsrReport({ form: 'financial', usages, files: 2, sender: 'Alpha' });
    await connect({ set: ['dsp_id=2'], reading: { name: 'own-columns', constants: { dsp_id: DSP } } });
    place('DSR_a_2027_1of2_x.tsv', first);
    expect(await read()).toMatchObject({ imported: expect.any(Number), incomplete: 1 });
    place('DSR_a_2027_2of2_x.tsv.gz', gzipSync(second));
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(await shown('DSR_a_2027_1of2_x.tsv')).toMatchObject({ state: 'done', lines: 4, imported: 4 });
  });

  it('is read again with the layout of a new connection', async () => {
    const name = newName('txt');
    place(name, `ISRC;Plays;Amount\n${isrc};3;0,75\n`);
    await read();
    expect(await shown(name)).toMatchObject({ state: 'refused' });
    const reading = {
      name: 'semicolons',
      columns: { isrc: 'ISRC', plays: 'Plays', revenue: 'Amount' },
      constants: { date: today(), dsp_id: DSP, country: 'DE', currency: 'EUR' },
      decimal: ',',
    };
    await connect({ reading });
    await read();
    expect(await shown(name)).toMatchObject({ state: 'done', imported: 1 });
  });

  it('waits for an operator if it is damaged, until it is dismissed', async () => {
    const name = `${newName()}.gz`;
    place(name, gzipSync(csv('9')).subarray(0, 40));
    expect(await read()).toMatchObject({ rejected: 1 });
    const mine = async () => (await waiting()).filter(({ id }) => id === name);
    expect(await mine()).toEqual([
      expect.objectContaining({
        what: 'report of a store',
        about: expect.stringMatching(/damaged/),
        resolve: `read-store ${DSP} --dismiss ${name}`,
      }),
    ]);
    expect(await read()).toEqual(none);
    await command('read-store', { 'dsp-id': DSP, dismiss: name });
    expect(await mine()).toEqual([]);
  });

  it('no longer waits for an operator once the store has replaced it', async () => {
    const name = `${newName()}.gz`;
    const mine = async () => (await waiting()).filter(({ id }) => id === name);
    place(name, gzipSync(csv('6.5')).subarray(0, 40));
    await read();
    expect(await mine()).toHaveLength(1);
    place(name, gzipSync(csv('6.5')), 1_700_000_060);
    expect(await read()).toEqual({ ...none, imported: 1 });
    expect(await mine()).toEqual([]);
  });

  it('waits for an operator if the store forbids reading it, and the next one is imported', async () => {
    const [denied, next] = [newName(), newName()];
    place(denied, csv('7.5'));
    place(next, csv('8.5'));
    store.onCall = ({ name, path }) => (name === 'open' && path.endsWith(denied) ? { status: 3 } : undefined);
    expect(await read()).toEqual({ ...none, imported: 1, rejected: 1 });
    expect((await waiting()).map(({ id }) => id)).toContain(denied);
    await command('read-store', { 'dsp-id': DSP, dismiss: denied });
  });

  it('is rejected if another report has the same lines', async () => {
    const name = newName();
    place(name, csv('4.5'));
    await read();
    const before = await earned();
    place(`copy-of-${name}`, csv('4.50'));
    await read();
    expect(await earned()).toBe(before);
    expect(await shown(`copy-of-${name}`)).toMatchObject({ state: 'refused', 'rejected-as': 'known' });
  });

  it('is skipped while its name says that it is incomplete', async () => {
    for (const name of ['report.csv.part', '.report.csv', 'report.tmp', 'empty.csv'])
      place(name, name === 'empty.csv' ? '' : csv('1'));
    expect(await read()).toEqual(none);
  });

  it('is not read in a store that is connected without a folder of reports', async () => {
    await command('connect-store', store.connecting(DSP));
    place(newName(), csv('1'));
    expect(await read()).toEqual(none);
    rmSync(folder(), { recursive: true });
    await connect();
    expect(await read()).toEqual(none);
  });

  it('is read with only the permissions of the function', async () => {
    place(newName(), csv('5.5'));
    asked.length = 0;
    await read();
    const needs = required(functionList([]).get('transfer-releases'), 'The function is listed.');
    expect(denied(asked, needs)).toEqual([]);
    expect(asked.filter(({ partition }) => partition?.startsWith('usage-'))).not.toEqual([]);
  });

  it('requires a folder if a layout is given', async () => {
    const given = store.connecting(DSP, { reading: { name: 'own-columns' } });
    expect(await problemsOf('connect-store', given)).toEqual([
      { code: 'invalid_value', detail: '--layout and --set need --reports.' },
    ]);
  });
});
