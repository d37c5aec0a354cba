/** What an engine on the same machine never does: answers that get lost after the write, and writes that meet a transaction. */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { accessKey } from '../../../shared/table/keys.ts';
import { Table } from '../../../shared/table/table.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { startTable } from '../../support/table.ts';
import { toys } from '../../support/toy-api.ts';

/** What the next calls of one operation meet with. */
interface Fault {
  readonly operation: string;
  readonly how: 'answer lost' | 'answer withheld' | 'conflict';
  /** Leaves the first calls alone: admission updates a row before every request. */
  after?: number;
  times: number;
}

let fault: Fault | undefined;
let stop: () => Promise<void>;
let way: Server;
let ada: Person;
beforeAll(async () => {
  stop = await startTable();
  way = faultyWay(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  ada = await newAdmin();
});
afterAll(async () => {
  way.closeAllConnections();
  way.close();
  await stop();
});
beforeEach(() => {
  fault = undefined;
});

const CONFLICT = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
  message: 'Transaction is ongoing for the item',
});

function meets(operation: string | undefined): Fault | undefined {
  if (!fault || fault.operation !== operation || fault.times === 0) return undefined;
  if (fault.after) {
    fault.after -= 1;
    return undefined;
  }
  fault.times -= 1;
  return fault;
}

/** A proxy between the client and the engine. */
function faultyWay(engine: string): Server {
  return createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).split('.')[1];
    const met = meets(operation);
    const body = await buffer(incoming);
    if (met?.how === 'conflict') {
      outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(CONFLICT);
      return;
    }
    const onward = request(engine, { method: 'POST', headers: incoming.headers }, async (answer) => {
      const bytes = await buffer(answer);
      if (met?.how === 'answer withheld') return;
      if (met) outgoing.destroy();
      else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(bytes);
    });
    onward.end(body);
  });
}

const shelf = (name: string, id?: string) => ({ data: { type: 'shelves', id, attributes: { name } } });
const newShelf = async (name: string) =>
  (await call(toys, 201, { method: 'POST', path: '/shelves', token: ada.token, body: shelf(name) })).body.data
    .id;

describe('a write whose response was lost', () => {
  it('still starts an idempotent request', async () => {
    fault = { operation: 'PutItem', how: 'answer lost', times: 1 };
    const headers = { 'idempotency-key': 'lost' };
    const post = { method: 'POST', path: '/shelves', token: ada.token, body: shelf('Lost'), headers };
    await call(toys, 201, post);
    expect(fault.times).toBe(0);
  });

  it('counts as done for PATCH, with and without If-Match', async () => {
    const id = await newShelf('Before');
    const path = `/shelves/${id}`;
    const { ETag = '' } = (await call(toys, 200, { path, token: ada.token })).headers;
    fault = { operation: 'UpdateItem', how: 'answer lost', after: 1, times: 1 };
    const headers = { 'if-match': ETag };
    const body = shelf('After', id);
    const answer = await call(toys, 200, { method: 'PATCH', path, token: ada.token, body, headers });
    expect(fault.times).toBe(0);
    expect(answer.headers['ETag']).toMatch(/^"2-/);
  });

  it('is not repeated as a transaction', async () => {
    const { token } = ada;
    const body = (name: string, id?: string) => ({ data: { type: 'labels', id, attributes: { name } } });
    const made = await call(labels, 201, { method: 'POST', path: '/labels', token, body: body('One') });
    const { id } = made.body.data;
    fault = { operation: 'TransactWriteItems', how: 'answer lost', times: 1 };
    const renaming = { method: 'PATCH', path: `/labels/${id}`, token, body: body('Two', id) };
    expect((await call(labels, 200, renaming)).headers['ETag']).toMatch(/^"2-/);
    expect(fault.times).toBe(0);
  });

  it('times out before the function does', { timeout: 10_000 }, async () => {
    const id = await newShelf('Silent');
    fault = { operation: 'UpdateItem', how: 'answer withheld', after: 1, times: 1 };
    const body = shelf('Heard', id);
    await call(toys, 200, { method: 'PATCH', path: `/shelves/${id}`, token: ada.token, body });
    expect(fault.times).toBe(0);
  });

  it('counts as done for DELETE', async () => {
    const path = `/shelves/${await newShelf('Gone')}`;
    fault = { operation: 'DeleteItem', how: 'answer lost', times: 1 };
    await call(toys, 204, { method: 'DELETE', path, token: ada.token });
    expect(fault.times).toBe(0);
    await call(toys, 404, { method: 'DELETE', path, token: ada.token });
  });

  it('counts as done for set-capabilities', async () => {
    fault = { operation: 'UpdateItem', how: 'answer lost', times: 1 };
    const outcome = await operate({
      command: 'set-capabilities',
      positionals: [ada.userId],
      arguments: { video: 'on' },
      actor: 'test',
    });
    expect(outcome).toEqual({ result: { 'user-id': ada.userId, capabilities: ['video'] } });
    expect((await new Table().get(accessKey(ada.userId)))?.['capabilities']).toEqual(['video']);
  });
});

describe('a single-row write that conflicts with a transaction', () => {
  it.each([
    ['the row of the caller', 0],
    ['the record', 1],
  ])('is retried (%s)', async (_, after) => {
    const id = await newShelf('Busy');
    fault = { operation: 'UpdateItem', how: 'conflict', after, times: 2 };
    const body = shelf('Free', id);
    await call(toys, 200, { method: 'PATCH', path: `/shelves/${id}`, token: ada.token, body });
    expect(fault.times).toBe(0);
  });
});
