/** Lists that are long enough for an object in the bucket, as the functions of the local stage read them. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pointerIn, snapshotKey } from '../../shared/kit/lists/snapshot.ts';
import { startFoldForReaders } from '../../shared/kit/lists/unreadable.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import { definitions } from '../../shared/service/definitions.ts';
import { clientOptions } from '../support/hand-made.ts';
import { attemptsIn } from '../support/launch.ts';
import { seed } from '../support/seed.ts';
import { emptyStage, newOrganization, type SharedStage } from './shared-stage.ts';

const COUNT = 1000;
/** The engine is busy with other tests. */
const AT_A_TIME = 100;
let stage: SharedStage;
let token: string;
let ownerId: string;

beforeAll(async () => {
  stage = await emptyStage();
  token = await newOrganization(stage, 'long-lists');
  const me = v.object({ user: v.object({ id: v.number() }) });
  ownerId = String(v.parse(me, await get('/auth/me')).user.id);
  await fillTable();
});
afterAll(() => {
  vi.unstubAllEnvs();
  forgetAll();
});

async function get(path: string): Promise<unknown> {
  const response = await fetch(stage.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

async function fillTable(): Promise<void> {
  const client = new DynamoDBClient(clientOptions(stage));
  const { TableNames: [table] = [] } = await client.send(new ListTablesCommand());
  client.destroy();
  const variables = {
    TABLE_NAME: table,
    AWS_ENDPOINT_URL_DYNAMODB: stage.awsUrl,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  forgetAll();
  for (let made = 0; made < COUNT; made += AT_A_TIME) {
    // Texts that can be compressed would fit into the row of the snapshot.
    const fieldsOf = (number: number) => ({
      name: `Label ${made + number} ${randomBytes(20).toString('hex')}`,
      description: null,
    });
    await seed(definitions, { type: 'labels', ownerId, count: AT_A_TIME, fieldsOf });
  }
}

it('a list of a thousand is read from its bucket object without another machine', async () => {
  const table = new Table();
  const list = { type: 'labels', ownerId };
  // As a reader that cannot read the snapshot.
  await startFoldForReaders(table, list, new Date());
  const pointer = async () => pointerIn(await table.get(snapshotKey(list)));
  await expect
    .poll(pointer)
    .toMatchObject({ count: COUNT, content: { object: expect.stringMatching(/^lists\/labels\//) } });

  const page = await get('/labels?sort=-name&page[size]=100&filter[name]=Label');
  expect(page).toMatchObject({ meta: { page: { total: COUNT } } });
  const log = join(stage.dataDirectory, 'logs/music-distribution-local-labels.log');
  const lines = readFileSync(log, 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('list.unreadable'))).toEqual([]);
  expect(lines.filter((line) => line.includes(`"user":"${ownerId}"`))).toHaveLength(1);
  expect(attemptsIn(stage.leftFile)).toEqual([]);
});
