/** The usage of the demo on the local stage: trends, royalties, and the picture that the operator's command draws. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateOn } from '../support/command-line.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

const folder = mkdtempSync(join(tmpdir(), 'demo-usage-'));
let stage: SharedStage;
let token: string;
let userId: string;

const summarySchema = v.object({ data: v.object({ attributes: v.record(v.string(), v.unknown()) }) });
const trendsSchema = v.object({
  meta: v.object({ page: v.object({ total: v.number() }) }),
  data: v.array(v.object({ attributes: v.object({ plays: v.number(), date: v.string() }) })),
});

const operate = (...line: string[]) => operateOn(stage.awsUrl, line);
const get = async (path: string): Promise<unknown> =>
  (await fetch(stage.url + path, { headers: { authorization: `Bearer ${token}` } })).json();
const attributes = async (path: string) => v.parse(summarySchema, await get(path)).data.attributes;

beforeAll(async () => {
  const { token: ofDemo, ...demo } = await demoStage();
  stage = demo;
  token = ofDemo;
  const me = v.parse(v.object({ user: v.object({ id: v.number() }) }), await get('/auth/me'));
  userId = String(me.user.id);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Waits for the import of the report, which continues after the start. */
const imported = () =>
  expect
    .poll(async () => (await operate('show-usage-import', 'demo-stores.csv')).output)
    .toMatch(/^state: done$/m);

describe('the usage of the demo', () => {
  it('appears in the trends of its tracks, up to the day before the start', async () => {
    await imported();
    const tracks = v.parse(
      v.object({ data: v.array(v.object({ id: v.string() })) }),
      await get('/tracks?filter[isrc-code]=QZDEM2600005'),
    );
    const trends = v.parse(trendsSchema, await get(`/tracks/${tracks.data[0]?.id}/trends`));
    expect(trends.meta.page.total).toBeGreaterThan(20 * 29);
    const [newest] = trends.data;
    const age = Date.now() - Date.parse(newest?.attributes.date ?? '');
    expect(Math.floor(age / 86_400_000)).toBe(1);
  });

  it('causes royalties, a payment for the first month, and a remaining balance', async () => {
    const summary = await attributes('/royalties/summary');
    const [earned, paid, balance] = ['total-earned', 'total-paid', 'current-balance'].map((name) =>
      Number(summary[name]),
    );
    expect(paid).toBeGreaterThan(0);
    expect(balance).toBeGreaterThan(0);
    expect(earned).toBeCloseTo((paid ?? 0) + (balance ?? 0), 9);
  });

  it('is drawn by usage-chart, replacing an earlier picture', async () => {
    const file = join(folder, 'plays.svg');
    for (const from of ['2026-01-01', undefined]) {
      const range = from === undefined ? [] : ['--from', from];
      const { code, output, errors } = await operate('usage-chart', userId, '--output', file, ...range);
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      const plays = Number(/^plays: (\d+)$/m.exec(output)?.[1]);
      expect(output).toMatch(new RegExp(`^picture: ${file}\nfrom: [-\\d]{10}\nto: [-\\d]{10}\n`));
      const picture = readFileSync(file, 'utf8');
      expect(XMLValidator.validate(picture)).toBe(true);
      expect(picture).toContain(`>${plays.toLocaleString('en')} plays, Demo Admin</title>`);
      for (const text of ['Plays by day', 'Plays by country', 'Brazil', '5 other countries'])
        expect(picture).toContain(`>${text}</text>`);
    }
  });

  it('is not drawn for an unknown user, before its first day, or to an unwritable path', async () => {
    const file = join(folder, 'none.svg');
    const rejected = async (...line: string[]) => {
      const { code, output, errors } = await operate('usage-chart', ...line);
      expect({ code, output }).toEqual({ code: 1, output: '' });
      return errors;
    };
    expect(await rejected('7', '--output', file)).toBe('There is no user 7.\n');
    const range = ['--from', '2020-01-01', '--to', '2020-01-02'];
    expect(await rejected(userId, '--output', file, ...range)).toBe(
      'The tracks of Demo Admin have no plays from 2020-01-01 to 2020-01-02.\n',
    );
    expect(await rejected(userId, '--output', join(folder, 'no-folder', 'x.svg'))).toMatch(
      /cannot be written/,
    );
    expect(readdirSync(folder)).toEqual(['plays.svg']);
  });
});
