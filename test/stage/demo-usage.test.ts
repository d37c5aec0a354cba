/**
 * The usage of the demo on the local stage: trends, royalties, and the plays that the operator's command
 * lists.
 */
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { operateOn } from '../support/command-line.ts';
import { demoStage, type SharedStage } from './shared-stage.ts';

let stage: SharedStage;
let token: string;
let userId: string;

const summarySchema = v.object({ data: v.object({ attributes: v.record(v.string(), v.unknown()) }) });
const trendsSchema = v.object({
  meta: v.object({ page: v.object({ total: v.number() }) }),
  data: v.array(v.object({ attributes: v.object({ plays: v.number(), date: v.string() }) })),
});

const counted = v.array(v.object({ plays: v.number() }));
const playsSchema = v.object({ plays: v.number(), days: counted, countries: counted });

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

/** Waits for the import of the report, which continues after the start. */
const imported = () =>
  expect
    .poll(async () => (await operate('show-usage-import', 'demo-stores.csv')).output)
    .toMatch(/^state: done$/m);

describe('the demo usage', () => {
  it('appears in the trends of its tracks up to the day before the start', async () => {
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

  it('is listed by usage-plays by day and by country', async () => {
    const text = await operate('usage-plays', userId);
    expect({ code: text.code, errors: text.errors }).toEqual({ code: 0, errors: '' });
    expect(text.output).toMatch(/^ {2}BR +Brazil +\d+$/m);
    const json = await operate('usage-plays', userId, '--json');
    const { plays, days, countries } = v.parse(playsSchema, JSON.parse(json.output));
    expect(text.output).toContain(`plays: ${plays}\n`);
    expect(days.length).toBeGreaterThan(80);
    for (const rows of [days, countries]) expect(rows.reduce((sum, row) => sum + row.plays, 0)).toBe(plays);
  });
});
