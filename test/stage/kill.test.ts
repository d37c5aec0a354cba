import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, test } from 'vitest';
import {
  arnOf,
  clientOptions,
  eventually,
  handMadeAssembly,
  lambda,
  queue,
  tableWithStream,
  temporaryFolder,
} from '../support/hand-made.ts';

/** Ids that arrived at the end of the chain. The first request for a `held` id gets no response. */
const arrived: string[] = [];
const receiver = createServer(async (request, response) => {
  const id = (request.url ?? '').slice(1);
  arrived.push(id);
  if (id.startsWith('held') && arrived.filter((one) => one === id).length === 1) return;
  response.end();
});
beforeAll(() => once(receiver.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => receiver.close());

/** From the stream over the bus and the queue to the receiver, like the service's own chain. */
function chain(): string {
  const { port } = receiver.address() as AddressInfo;
  const sdkCall = (target: string, body: string) => `await fetch(process.env.AWS_ENDPOINT_URL, {
    method: 'POST', headers: { authorization: 'x', 'x-amz-target': '${target}' }, body: ${body} });`;
  return handMadeAssembly({
    functions: {
      Publisher: `export const handler = async ({ Records }) => {
        for (const { dynamodb } of Records) {
          const Entries = [{ Source: 'toy', DetailType: 'made', Detail: JSON.stringify({ id: dynamodb.NewImage.pk.S }), EventBusName: 'toy' }];
          ${sdkCall('AWSEvents.PutEvents', 'JSON.stringify({ Entries })')}
        }
      };`,
      Sender: `export const handler = async ({ Records, variables }) => {
        if (variables) return process.env;
        for (const { body } of Records) await fetch('http://127.0.0.1:${port}/' + JSON.parse(body).detail.id);
      };`,
    },
    resources: {
      Table: tableWithStream('toys'),
      Changes: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
          FunctionName: { Ref: 'Publisher' },
          StartingPosition: 'TRIM_HORIZON',
        },
      },
      Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'toy' } },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          EventBusName: { Ref: 'Bus' },
          EventPattern: { source: ['toy'] },
          Targets: [{ Id: 'queue', Arn: arnOf('Work') }],
        },
      },
      Sender: lambda('Sender', { Timeout: 60 }),
      Work: queue('work', { VisibilityTimeout: 360 }),
      Deliveries: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { EventSourceArn: arnOf('Work'), FunctionName: { Ref: 'Sender' }, BatchSize: 1 },
      },
    },
  });
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

async function runStage(assembly: string, dataDirectory: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-stage.ts'), assembly, dataDirectory],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running.add(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  const { awsUrl, variables } = JSON.parse(line);
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { awsUrl, engineUrl: String(variables.AWS_ENDPOINT_URL_DYNAMODB), kill };
}

async function put(awsUrl: string, id: string): Promise<void> {
  const client = new DynamoDBClient(clientOptions({ awsUrl }));
  await client.send(new PutItemCommand({ TableName: 'toys', Item: { pk: { S: id } } }));
  client.destroy();
}

test('a killed stage loses nothing, leaves no engine and can restart immediately', async () => {
  const assembly = chain();
  const dataDirectory = temporaryFolder();
  const first = await runStage(assembly, dataDirectory);
  await put(first.awsUrl, 'held-in-flight');
  await eventually(() => arrived).toEqual(['held-in-flight']);
  // Written, but perhaps not yet processed.
  await put(first.awsUrl, 'accepted');
  await first.kill();
  await eventually(() => fetch(first.engineUrl).catch(() => 'gone')).toBe('gone');
  const before = arrived.filter((id) => id === 'accepted').length;

  const second = await runStage(assembly, dataDirectory);
  await eventually(() => arrived.filter((id) => id === 'held-in-flight')).toHaveLength(2);
  if (before === 0) await eventually(() => arrived).toContain('accepted');
  await put(second.awsUrl, 'after');
  await eventually(() => arrived).toContain('after');
  await second.kill();
});
