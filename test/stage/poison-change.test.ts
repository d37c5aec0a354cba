/** A change that publish-changes cannot read, between others: it is parked, and the others are published. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type LocalStage, startLocalStage } from '../../bin/local/start.ts';
import { synthesize } from '../../bin/local/template/synthesize.ts';
import { clientOptions, eventually, temporaryFolder } from '../support/hand-made.ts';
import { newOrganization, operateWith } from './shared-stage.ts';

const RETRIES = 3;

/** The app's assembly, with few retries of changes. */
async function impatientAssembly(): Promise<string> {
  const folder = temporaryFolder();
  cpSync(await synthesize({}), folder, { recursive: true });
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.template.json')) ?? '');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/"MaximumRetryAttempts": 30\b/, `"MaximumRetryAttempts": ${RETRIES}`));
  return folder;
}

const statusSchema = v.object({
  stream: v.object({ failing: v.array(v.object({ attempts: v.number(), reason: v.string() })) }),
});
const createdSchema = v.object({ data: v.looseObject({ id: v.string() }) });

async function post(stage: LocalStage, token: string, path: string, data?: object): Promise<string> {
  const response = await fetch(stage.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    ...(data && { body: JSON.stringify({ data }) }),
  });
  return v.parse(createdSchema, await response.json()).data.id;
}

it('an unreadable change appears in status and becomes a dead letter, and others are published', async () => {
  const stage = await startLocalStage({ assembly: await impatientAssembly(), onLog: () => {} });
  try {
    const token = await newOrganization(stage, 'poison');
    // Nothing listens on this port. A delivery to it exists once the event was published.
    const attributes = { url: 'https://localhost:1/', events: ['delivery.created'] };
    const endpoint = await post(stage, token, '/webhook-endpoints', {
      type: 'webhook-endpoints',
      attributes,
    });
    const askForTest = () => post(stage, token, `/webhook-endpoints/${endpoint}/test`);
    const before = await askForTest();
    // Together, so that some are read in one batch with it.
    const [, ...after] = await Promise.all([putPoison(stage), ...Array.from({ length: 8 }, askForTest)]);
    const isDelivered = async (id: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${stage.url}/webhook-events/${id}`, { headers });
      const { data } = Object(await response.json());
      return data?.attributes.deliveries.length;
    };
    for (const id of [before, ...after]) await eventually(() => isDelivered(id)).toBe(1);
    const look = () => operateWith(stage, 'redrive-changes', { look: true });
    await eventually(look).toMatchObject({
      letters: [{ changes: 1, condition: 'RetryAttemptsExhausted' }],
    });
    const { stream } = v.parse(statusSchema, await operateWith(stage, 'status', {}));
    const [failing, ...others] = stream.failing;
    expect([failing?.reason, others]).toEqual([expect.stringContaining('strangers'), []]);
    // A batch that is split is attempted again.
    expect(failing?.attempts).toBeGreaterThanOrEqual(RETRIES + 1);
  } finally {
    await stage.end();
  }
});

/** A row that causes events, of a type that nobody knows. */
async function putPoison(stage: LocalStage): Promise<void> {
  const [table] = stage.plan.ofType('AWS::DynamoDB::Table');
  const client = new DynamoDBClient(clientOptions(stage));
  const Item = { pk: { S: 'strangers#1' }, sk: { S: '#' }, causes: { S: 'strangers' } };
  await client.send(new PutItemCommand({ TableName: table?.name, Item }));
  client.destroy();
}
