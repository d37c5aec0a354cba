/** A way to the table's engine on which responses get lost after the write, and writes meet a transaction. */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, vi } from 'vitest';
import { dynamo } from '../../shared/kit/table/client.ts';
import type { Settings } from '../../shared/platform/settings.ts';
import { withTable } from './table.ts';

/** What the next calls meet with. */
interface Fault {
  /** Of one operation; without it, of any that writes. */
  readonly operation?: string;
  readonly how: 'response lost' | 'conflict';
  /** Leaves the first calls alone: admission updates a row before every request. */
  after?: number;
  times: number;
}

export interface FaultyWay {
  fault: Fault | undefined;
  /** Calls so far, and those of them that write. */
  calls: number;
  writes: number;
  /** Calls under way, and the most that ran concurrently. */
  running: number;
  mostRunning: number;
  /**
   * What is done, once, before a later call goes on: the next one, or after some are left alone; or some that
   * write, or some transactions, which admission never is.
   */
  interruption:
    | { after: number; readonly run: () => Promise<unknown>; readonly of?: 'writes' | 'transactions' }
    | undefined;
  /** The caller dies at a call that writes, before or after the write. Nothing more comes from it. */
  crash: { writesBefore: number; readonly isWritten: boolean; isDead?: boolean } | undefined;
}

const CONFLICT = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
  message: 'Transaction is ongoing for the item',
});

const writing = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

function meets(fault: Fault | undefined, operation: string): Fault | undefined {
  const isMeant = fault?.operation ? fault.operation === operation : writing.has(operation);
  if (!fault || !isMeant || fault.times === 0) return undefined;
  if (fault.after) {
    fault.after -= 1;
    return undefined;
  }
  fault.times -= 1;
  return fault;
}

async function interrupt(way: FaultyWay, operation: string): Promise<void> {
  const { interruption } = way;
  if (!interruption) return;
  if (interruption.of === 'writes' && !writing.has(operation)) return;
  if (interruption.of === 'transactions' && operation !== 'TransactWriteItems') return;
  if (interruption.after > 0) {
    interruption.after -= 1;
    return;
  }
  way.interruption = undefined;
  await interruption.run();
}

/** @returns what happens to a call: dropped, or done without a response. */
function crashing({ crash }: FaultyWay, operation: string): 'dropped' | 'response lost' | undefined {
  if (!crash) return undefined;
  if (crash.isDead) return 'dropped';
  if (!writing.has(operation) || crash.writesBefore-- > 0) return undefined;
  crash.isDead = true;
  return crash.isWritten ? 'response lost' : 'dropped';
}

/**
 * For tests that count writes. The first request of a minute writes once more, for the window of its rate
 * limit.
 */
export function withinOneMinute(): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterAll(() => void vi.useRealTimers());
}

/** For the tests of one file: a table behind a proxy while the way says what is to happen to a call. */
export function withFaultyTable(settings: Partial<Settings> = {}): FaultyWay {
  const way: FaultyWay = {
    ...{ fault: undefined, calls: 0, writes: 0, running: 0, mostRunning: 0 },
    interruption: undefined,
    crash: undefined,
  };
  let proxy: Server;
  withTable(settings);
  beforeAll(async () => {
    proxy = proxyTo(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']), way);
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    throughProxy(way, (proxy.address() as AddressInfo).port);
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return way;
}

/** What the SDK sends. */
interface SentRequest {
  readonly headers: IncomingHttpHeaders;
  hostname: string;
  port?: number;
}

/** Counts the calls of the client. While nothing is to happen to a call, they go to the engine itself. */
function throughProxy(way: FaultyWay, port: number): void {
  dynamo().middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as SentRequest;
      way.calls += 1;
      if (writing.has(operationOf(request.headers))) way.writes += 1;
      if (way.fault || way.interruption || way.crash) Object.assign(request, { hostname: '127.0.0.1', port });
      way.running += 1;
      way.mostRunning = Math.max(way.mostRunning, way.running);
      return next(args).finally(() => {
        way.running -= 1;
      });
    },
    { step: 'finalizeRequest', priority: 'low', name: 'faultyWay' },
  );
}

const operationOf = (headers: IncomingHttpHeaders): string =>
  String(headers['x-amz-target']).split('.')[1] ?? '';

const proxyTo = (engine: string, way: FaultyWay): Server =>
  createServer(async (incoming, outgoing) => {
    const operation = operationOf(incoming.headers);
    const met = meets(way.fault, operation);
    const end = crashing(way, operation);
    const body = await buffer(incoming);
    if (end === 'dropped') {
      outgoing.destroy();
      return;
    }
    await interrupt(way, operation);
    if (met?.how === 'conflict') {
      outgoing.statusCode = 400;
      outgoing.setHeader('content-type', 'application/x-amz-json-1.0').end(CONFLICT);
      return;
    }
    const onward = request(engine, { method: 'POST', headers: incoming.headers }, async (response) => {
      const bytes = await buffer(response);
      if (met || end) outgoing.destroy();
      else outgoing.writeHead(response.statusCode ?? 500, response.headers).end(bytes);
    });
    onward.end(body);
  });
