/** Uses an engine that accepts only its own stream ARN, like DynamoDB Local. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { DynamoDBStreamsClient, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamsProxy } from '../../bin/local/dynamodb/streams-proxy.ts';
import { awsListener } from '../../bin/local/wire/aws-endpoint.ts';

const table = { name: 'things', streamArn: 'arn:ours', engineStreamArn: 'arn:of-the-engine', keys: ['pk'] };
const asked: unknown[] = [];
const engine = createServer(async (request, response) => {
  asked.push(JSON.parse(await text(request)).StreamArn);
  response.end('{"ShardIterator":"here"}');
});
const wire = createServer();
const portOf = (server: typeof wire) => (server.address() as AddressInfo).port;
let client: DynamoDBStreamsClient;

beforeAll(async () => {
  await once(engine.listen(0, '127.0.0.1'), 'listening');
  const proxies = { DynamoDBStreams_20120810: streamsProxy(`http://127.0.0.1:${portOf(engine)}`, [table]) };
  wire.on('request', awsListener({ operations: {}, proxies, s3: () => {}, rest: () => {}, query: () => {} }));
  await once(wire.listen(0, '127.0.0.1'), 'listening');
  client = new DynamoDBStreamsClient({
    endpoint: `http://127.0.0.1:${portOf(wire)}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
});
afterAll(() => {
  client.destroy();
  for (const server of [wire, engine]) server.close().closeAllConnections();
});

it("the proxy replaces the template's stream ARN with the engine's", async () => {
  for (const StreamArn of ['arn:ours', 'arn:of-the-engine', 'arn:unknown']) {
    const question = { StreamArn, ShardIteratorType: 'TRIM_HORIZON' as const };
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({ ...question, ShardId: 'shardId-00000000000000000000' }),
    );
    expect(ShardIterator).toBe('here');
  }
  expect(asked).toEqual(['arn:of-the-engine', 'arn:of-the-engine', 'arn:unknown']);
});
