/** The demo is created once, also when its first start is killed. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { operateOn } from '../support/command-line.ts';
import { openToOthers } from '../support/file-modes.ts';
import { temporaryFolder } from '../support/hand-made.ts';
import { type Launched, launch } from '../support/launch.ts';
import { signIn } from '../support/sign-in.ts';

const DAYS = 91;
const CREATING = 'Creating the demo data';
const folder = temporaryFolder();
const data = join(folder, 'data');
let stage: Launched | undefined;
afterAll(() => stage?.interrupt());

const documents = {
  me: v.object({ user: v.object({ id: v.number() }) }),
  labels: v.object({ data: v.array(v.object({ id: v.string() })) }),
  summary: v.object({ data: v.object({ attributes: v.record(v.string(), v.unknown()) }) }),
  plays: v.object({ plays: v.number() }),
};

/** @returns what the demo consists of, when its report has been imported. */
async function demoOn({ url, awsUrl }: Launched) {
  const operate = async (...line: string[]) => (await operateOn(awsUrl, line)).output;
  const done = () => operate('show-usage-import', 'demo-stores.csv', '--json').then(JSON.parse);
  await expect.poll(done).toMatchObject({ state: 'done', rejected: 0, unmatched: 0 });
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  const get = async (path: string) => (await fetch(url + path, { headers })).json();
  const { user } = v.parse(documents.me, await get('/auth/me'));
  const { currency: _, ...royalties } = v.parse(documents.summary, await get('/royalties/summary')).data
    .attributes;
  const listed = await operate('usage-plays', String(user.id), '--json');
  return {
    labels: v.parse(documents.labels, await get('/labels')).data.map(({ id }) => id),
    royalties,
    plays: v.parse(documents.plays, JSON.parse(listed)).plays,
  };
}

it('the demo is the same after a restart and after a killed start', async () => {
  const start = () => launch({ DATA_DIR: data });
  stage = await start();
  for (const text of [
    'Starting the table, the queues and the functions',
    CREATING,
    'AWS_ENDPOINT_URL=http://127.0.0.1:',
    '/_local\n',
  ])
    expect(stage.said()).toContain(text);
  const first = await demoOn(stage);
  expect(first.labels).toHaveLength(2);
  expect(first.plays).toBeGreaterThan(100 * DAYS);
  await stage.interrupt();
  expect(stage.exitCode()).toBe(0);
  expect(openToOthers(data)).toEqual([]);

  stage = await start();
  expect(stage.said()).not.toContain(CREATING);
  expect(await demoOn(stage)).toEqual(first);
  await stage.kill();

  // As if the start had been killed before its end.
  expect(existsSync(join(data, 'demo-data'))).toBe(true);
  rmSync(join(data, 'demo-data'));
  stage = await start();
  expect(stage.said()).toContain(CREATING);
  expect(await demoOn(stage)).toEqual(first);
});
