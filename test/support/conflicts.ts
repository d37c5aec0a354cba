/**
 * Transaction conflicts, which the engine of tests does not have: a proxy rejects writes as the table does.
 */
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';

export interface Conflicts {
  /** How often each write is rejected before it is done; 0 to reject none. */
  perWrite: number;
  /** Writes that contain this text are left alone. */
  except: string | undefined;
  /** Rejected writes, by operation. */
  readonly met: Map<string, number>;
}

const TYPE = 'com.amazonaws.dynamodb.v20120810#';
const writing = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

interface Transaction {
  readonly ClientRequestToken?: string;
  readonly TransactItems?: readonly object[];
}

/** For the tests of one file. Call it after what starts the table. */
export function withConflicts(): Conflicts {
  const conflicts = newConflicts();
  beforeAll(conflicts.start);
  afterAll(conflicts.stop);
  return conflicts;
}

/** Start it before the first call of the table. */
export function newConflicts(): Conflicts & { start(): Promise<void>; stop(): void } {
  const conflicts: Conflicts = { perWrite: 0, except: undefined, met: new Map() };
  const rejected = new Map<string, number>();
  let proxy: Server;
  const start = async () => {
    const engine = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
    proxy = createServer(async (incoming, outgoing) => {
      const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
      const body = await buffer(incoming);
      const { ClientRequestToken: _, ...write }: Transaction = JSON.parse(String(body));
      // Each attempt of a stamped row has another sort key.
      const name = `${operation} ${JSON.stringify(write)}`.replaceAll(/"[-:.\dTZ]+Z#/g, '"');
      const before = rejected.get(name) ?? 0;
      const isSpared = conflicts.except !== undefined && name.includes(conflicts.except);
      if (writing.has(operation) && before < conflicts.perWrite && !isSpared) {
        rejected.set(name, before + 1);
        conflicts.met.set(operation, (conflicts.met.get(operation) ?? 0) + 1);
        outgoing.statusCode = 400;
        outgoing.setHeader('content-type', 'application/x-amz-json-1.0').end(rejection(write));
        return;
      }
      const onward = request(engine, { method: 'POST', headers: incoming.headers }, async (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers).end(await buffer(response));
      });
      onward.end(body);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  };
  const stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return Object.assign(conflicts, { start, stop });
}

/** Of a transaction, the last item conflicts. */
function rejection({ TransactItems: items }: Transaction): string {
  if (!items)
    return JSON.stringify({
      __type: `${TYPE}TransactionConflictException`,
      message: 'Transaction is ongoing for the item',
    });
  const CancellationReasons = items.map((_, index) =>
    index === items.length - 1
      ? { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }
      : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  return JSON.stringify({
    __type: `${TYPE}TransactionCanceledException`,
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons,
  });
}
