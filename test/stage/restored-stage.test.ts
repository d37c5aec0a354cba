/**
 * A local stage that starts with a copy of another stage's table, but without its queues and files. The copy
 * was made while deliveries were being retried.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../support/hand-made.ts';
import { type Launched, launch } from '../support/launch.ts';
import { signIn } from '../support/sign-in.ts';
import { copyDemoData, invoke, operateWith } from './shared-stage.ts';

const folder = temporaryFolder();
const [before, after] = [join(folder, 'before'), join(folder, 'after')];
let stage: Launched | undefined;
afterAll(() => stage?.kill());

/** The first gap is long enough for the copy to be made. Only tests sweep. */
const waits = { DELIVERY_RETRY_GAPS: '8,1,1', SWEEP_SECONDS: '3600' };
const counted = v.object({ items: v.array(v.unknown()) });
const listed = v.object({
  data: v.array(
    v.looseObject({ id: v.string(), attributes: v.looseObject({ status: v.optional(v.string()) }) }),
  ),
});

async function clientOf({ url }: Launched) {
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  return async (path: string) => {
    const text = await (await fetch(url + path, { headers })).text();
    return v.parse(listed, JSON.parse(text.replaceAll(url, '')));
  };
}

const lists = ['/labels', '/artists', '/albums?sort=title', '/tracks?sort=title', '/distribution-requests'];

/** As AWS restores a table: with its rows, and without its stream. */
function copyTable(): void {
  mkdirSync(after, { mode: 0o700 });
  for (const name of ['table.sqlite', 'table.sqlite-wal', 'table.sqlite-shm'])
    if (existsSync(join(before, name))) copyFileSync(join(before, name), join(after, name));
  const database = new DatabaseSync(join(after, 'table.sqlite'));
  // The engine counts on from the last record.
  database.exec(
    'DELETE FROM _stream_records WHERE CAST(sequence_number AS INTEGER) < (SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records)',
  );
  database.close();
  copyFileSync(join(before, 'secrets.json'), join(after, 'secrets.json'));
}

it('a stage on a restored table shows the same lists and completes pending retries', async () => {
  await copyDemoData(before);
  const first = await launch({ DATA_DIR: before, ...waits });
  stage = first;
  const get = await clientOf(first);
  const { data } = await get('/distribution-requests?filter[status]=pending');
  const id = data[0]?.id ?? '';
  for (const dsp of ['1', '4', '12'])
    await operateWith(first, 'set-store', { 'dsp-id': dsp, behavior: 'flaky' });
  await operateWith(first, 'approve-request', { id });
  const deliveries = `/distribution-requests/${id}/deliveries`;
  const statuses = async (read: typeof get) =>
    new Set((await read(deliveries)).data.map(({ attributes }) => attributes.status));
  // Deliveries that are being attempted would wait until the claim of their attempt ends.
  const failing = async () =>
    v.parse(counted, await operateWith(first, 'list-deliveries', { failing: true })).items.length;
  const { length } = (await get(deliveries)).data;
  await expect.poll(failing, { interval: 100 }).toBe(length);
  expect(await statuses(get)).toEqual(new Set(['pending']));
  const shown = await Promise.all(lists.map(get));
  await first.kill();
  copyTable();

  const restored = await launch({ DATA_DIR: after, NO_DEMO: '1', ...waits });
  stage = restored;
  const read = await clientOf(restored);
  expect(await Promise.all(lists.map(read))).toEqual(shown);
  const swept = async () => {
    await invoke(restored, 'sweep', {});
    return statuses(read);
  };
  await expect.poll(swept, { interval: 500 }).toEqual(new Set(['sent']));
  expect(await Promise.all(lists.slice(0, 2).map(read))).toEqual(shown.slice(0, 2));
});
