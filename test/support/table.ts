/**
 * Gives functions that run inside a test a table in a real engine, and a server with the secret of the stage.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { afterAll, beforeAll, vi } from 'vitest';
import { type Engine, startEngine, startEngineInMemory } from '../../bin/local/dynamodb/engine.ts';
import { secretsManagerOperations } from '../../bin/local/secretsmanager/operations.ts';
import { resourceTypes } from '../../bin/local/template/resource-types.ts';
import { retryGapsOn } from '../../infra/stages/retry-gaps.ts';
import { dynamo } from '../../shared/kit/table/client.ts';
import { tableShape } from '../../shared/kit/table/keys.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { servicesOf } from './aws-services.ts';
import { connectDirectly } from './direct-calls.ts';

export const testSettings: Settings = {
  ...retryGapsOn('standard'),
  rateLimits: {
    reads: 100_000,
    writes: 100_000,
    account: 100_000,
    logins: 100_000,
    loginsPerAddress: 100_000,
  },
  resendsPerMinute: 100_000,
  tokenLifetimeSeconds: 3600,
  bodyLimits: { kilobytes: 1024, depth: 32 },
  webhookRetryGaps: [5, 300, 1800],
  webhookDisable: { failures: 10, ageSeconds: 72 * 3600 },
  webhookPacing: { slow: 5, hanging: 1 },
  webhookAllowedCidrs: ['127.0.0.0/8', '::1/128'],
  qaMode: 'manual',
  rejectionReasons: ['The artwork is blurred.'],
  qaWaitSeconds: 5,
  holdAudioMatches: false,
  artwork: 'warned',
  aiDisclosure: 'optional',
  decodesAac: true,
  codes: { isrc: null, gs1: null },
  deliveryRetryGaps: [1, 2],
  deliveryConsideredCompleteDays: null,
  downloadLinkSeconds: 12 * 3600,
  reportFileDays: 400,
  keepAccountsYears: 10,
  lateAfterSeconds: { review: 24 * 3600, delivery: 3600, endpoints: 3600 },
  sandboxReportSeconds: 3,
  packages: {
    sender: { partyId: 'PADPIDA2026112101', name: 'Test Distribution' },
    messageVersions: {},
    recipientPartyIds: { '1': 'PADPIDA2026112102' },
    areTests: true,
  },
  storeRolePath: '/music-distribution/',
  profileBases: {
    alpha: 'https://alpha.example',
    beta: 'https://beta.example',
    delta: 'https://delta.example',
  },
};

/**
 * Starts an engine for one table, and a Secrets Manager, and points the environment of this process at them.
 * @returns what ends them.
 */
export async function startTable(
  settings: Partial<Settings> = {},
  { streams = false }: { streams?: boolean } = {},
): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'table-'));
  const engine = streams ? await startEngine(directory) : await startEngineInMemory();
  const end = await useTable(engine, 'table', { settings, streams });
  return async () => {
    await end();
    await engine.end();
    await rm(directory, { recursive: true });
  };
}

/** Of this process; it ends with it. */
let shared: ReturnType<typeof startEngineInMemory> | undefined;
let tables = 0;

/** The same in the engine that files of a process share. Its tables have no streams. */
export async function openTable(settings: Partial<Settings> = {}): Promise<() => Promise<void>> {
  shared ??= startEngineInMemory();
  tables += 1;
  return useTable(await shared, `table-${tables}`, { settings, streams: false });
}

/** Makes a table, and a secret that no other has. @returns what ends the Secrets Manager. */
async function useTable(
  { url }: Pick<Engine, 'url'>,
  name: string,
  { settings, streams }: { settings: Partial<Settings>; streams: boolean },
): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'secret-'));
  const secrets = createServer(secretsManager(directory));
  await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve));
  const { port } = secrets.address() as AddressInfo;
  Object.assign(process.env, {
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
    STAGE: 'test',
    TABLE_NAME: name,
    SECRET_ID: 'secret',
    BASE_URL: 'http://localhost:3000',
    SETTINGS: JSON.stringify({ ...testSettings, ...settings }),
  });
  await createTable(url, { name, streams });
  return async () => {
    secrets.close();
    secrets.closeAllConnections();
    await rm(directory, { recursive: true });
  };
}

/** Longer than an engine on a busy machine needs for anything. */
const LONG_MS = 60_000;
const { timeout } = AbortSignal;

/**
 * Lets calls and requests take longer than the product does, because the engine shares the processors with
 * the tests. `test/table/kit/table/outage.test.ts` has the limits of the product.
 */
export function allowTime(): void {
  // The handler of Node, whose type the client hides.
  const handler = dynamo().config.requestHandler as unknown as {
    updateHttpClientConfig(limit: string, milliseconds: number): void;
  };
  for (const limit of ['connectionTimeout', 'requestTimeout', 'socketTimeout'])
    handler.updateHttpClientConfig(limit, LONG_MS);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout.call(AbortSignal, ms + LONG_MS));
}

/** The local stage's own, with the stage's secret as a deployment generates it. */
function secretsManager(directory: string): RequestListener {
  const properties = v.parse(resourceTypes['AWS::SecretsManager::Secret'], {
    GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true },
  });
  const secret = { logicalId: 'Secret', name: 'secret', arn: 'secret', ref: 'secret', properties };
  return servicesOf({ secretsmanager: secretsManagerOperations([secret], directory) });
}

/**
 * For the tests of one file: a table that is there before the first of them, in the engine that files of a
 * process share.
 */
export function withTable(settings: Partial<Settings> = {}): void {
  let end: () => Promise<void>;
  beforeAll(async () => {
    end = await openTable(settings);
    allowTime();
    connectDirectly();
  });
  afterAll(() => end());
}

async function createTable(
  endpoint: string,
  { name, streams }: { name: string; streams: boolean },
): Promise<void> {
  const keys = [tableShape, ...tableShape.indexes];
  const names = [...new Set(keys.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]))];
  const client = new DynamoDBClient({ endpoint });
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      ...(streams && {
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
      }),
      AttributeDefinitions: names.map(
        (AttributeName): AttributeDefinition => ({ AttributeName, AttributeType: 'S' }),
      ),
      KeySchema: keySchema(tableShape),
      GlobalSecondaryIndexes: tableShape.indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchema(index),
        Projection:
          index.projects.length > 0
            ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...index.projects] }
            : { ProjectionType: 'KEYS_ONLY' as const },
      })),
    }),
  );
  client.destroy();
}

const keySchema = ({
  partitionKey,
  sortKey,
}: {
  partitionKey: string;
  sortKey: string;
}): KeySchemaElement[] => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: sortKey, KeyType: 'RANGE' },
];
