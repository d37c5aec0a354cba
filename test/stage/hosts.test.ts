import { describe, expect, test } from 'vitest';
import { unverifiedSignature } from '../../bin/local/dynamodb/engine-call.ts';
import { queue, startStage } from '../support/hand-made.ts';
import { rawRequest } from './raw-request.ts';

const stage = await startStage({ resources: { Work: queue('work') } });

const asked = {
  url: (Host: string) => rawRequest(stage.url, { headers: { Host } }),
  awsUrl: (Host: string) => wire('AmazonSQS.ListQueues', { Host }),
};

const wire = (target: string, headers = {}) =>
  rawRequest(stage.awsUrl, {
    headers: { authorization: 'any', 'x-amz-target': target, ...headers },
    body: '{}',
  });

describe.each(['url', 'awsUrl'] as const)('the port of the %s', (port) => {
  const { port: number } = new URL(stage[port]);

  test.each(['localhost', `localhost:${number}`, 'LOCALHOST:1', `127.0.0.1:${number}`, '[::1]:80'])(
    'accepts the host %s',
    async (host) => {
      // 404: no route is deployed.
      expect((await asked[port](host)).status).toBe({ url: 404, awsUrl: 200 }[port]);
    },
  );

  test.each([
    `rebound.example:${number}`,
    'localhost.rebound.example',
    '127.0.0.1.nip.example',
    'localhost.',
    '127.0.0.2',
    'localhost:',
    'rebound.example@localhost',
  ])('rejects the host %s', async (host) => {
    const { status, text } = await asked[port](host);
    expect(status).toBe(421);
    expect(JSON.parse(text).message).toContain(`not to ${host}.`);
  });
});

describe('the AWS endpoint', () => {
  test('sends no CORS headers for the table', async () => {
    const { status, headers } = await wire('DynamoDB_20120810.ListTables', {
      ...unverifiedSignature,
      'content-type': 'application/x-amz-json-1.0',
      origin: 'https://page.example',
    });
    expect(status).toBe(200);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    'constructor.x',
    '__proto__.x',
    'toString.call',
    'AmazonSQS.constructor',
    'AmazonSQS.__proto__',
    'AmazonSQS',
    '.',
  ])('rejects the operation %s', async (target) => {
    const { status, text } = await wire(target);
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ __type: 'UnknownOperationException' });
  });

  test.each(['/2015-03-31/functions/%/invocations', '/2015-03-31/functions/%E0%A4', '/constructor'])(
    'rejects the path %s',
    async (path) => {
      const { status, text } = await rawRequest(stage.awsUrl, { path, headers: { authorization: 'any' } });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ __type: 'UnknownOperationException' });
    },
  );
});
