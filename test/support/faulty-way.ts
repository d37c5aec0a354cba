/** A way to the table's engine on which answers get lost after the write, and writes meet a transaction. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What the next calls meet with. */
export interface Fault {
  /** Of one operation; without it, of any that writes. */
  readonly operation?: string;
  readonly how: 'answer lost' | 'answer withheld' | 'conflict';
  /** Leaves the first calls alone: admission updates a row before every request. */
  after?: number;
  times: number;
}

export interface FaultyWay {
  fault: Fault | undefined;
  /** Calls that write, so far. */
  writes: number;
  /** What is done, once, before a later call goes on: the next one, or after some are left alone. */
  meanwhile: { after: number; readonly run: () => Promise<unknown> } | undefined;
  readonly stop: () => void;
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

async function doMeanwhile(way: FaultyWay): Promise<void> {
  const { meanwhile } = way;
  if (!meanwhile) return;
  if (meanwhile.after > 0) {
    meanwhile.after -= 1;
    return;
  }
  way.meanwhile = undefined;
  await meanwhile.run();
}

/** Puts a proxy between this process and the engine it points at. */
export async function startFaultyWay(): Promise<FaultyWay> {
  const engine = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  const server = createServer(async (incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    if (writing.has(operation)) way.writes += 1;
    const met = meets(way.fault, operation);
    const body = await buffer(incoming);
    await doMeanwhile(way);
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
  const way: FaultyWay = {
    fault: undefined,
    writes: 0,
    meanwhile: undefined,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return way;
}
