/** When the table does not respond, every request ends in a 503 within seconds. Tested with real sockets, and a clock that the tests move. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as users } from '../../../../functions/users/handler.ts';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import { TableUnavailable } from '../../../../shared/kit/table/client.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { type CallResponse, call, newAdmin, PASSWORD, type Person } from '../../../support/calls.ts';
import { handleArrived, holdClock, moveClock, reaching } from '../../../support/held-clock.ts';
import { listen } from '../../../support/log.ts';
import { openTable } from '../../../support/table.ts';

const STEP_MS = 50;

/** How the relay treats bytes from the client. */
type Way = (socket: Socket, onward: Socket) => void;

const ways = {
  open: (socket, onward) => {
    socket.pipe(onward).pipe(socket);
  },
  silent: (socket) => {
    socket.resume();
  },
  resetting: (socket) => {
    socket.once('data', () => socket.resetAndDestroy());
  },
  failing: (socket) => {
    const body = '{"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":"x"}';
    socket.on('data', () => socket.write(responseOf('500 Internal Server Error', body)));
  },
  'behind a failing proxy': (socket) => {
    socket.on('data', () => socket.write(responseOf('502 Bad Gateway', '<html>Bad gateway</html>')));
  },
  'asking to come back in an hour': (socket) => {
    socket.on('data', () => socket.write(responseOf('503 Service Unavailable', '', 'retry-after: 3600\r\n')));
  },
  'stopping halfway': (socket) => {
    socket.on('data', () =>
      socket.write(responseOf('200 OK', '{"Item":').replace(/length: \d+/, 'length: 900')),
    );
  },
  slow: (socket, onward) => {
    socket.pipe(onward);
    onward.on('data', (bytes) => void setTimeout(() => socket.writable && socket.write(bytes), 1800));
  },
} satisfies Record<string, Way>;

const responseOf = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\n${headers}content-type: application/x-amz-json-1.0\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

let way: Way = ways.open;
let relay: Server;
let port: number;
const sockets = new Set<Socket>();
let stop: () => Promise<void>;
let ada: Person;

beforeAll(async () => {
  stop = await openTable();
  const engine = new URL(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
  relay = createServer((socket) => {
    const onward = connect(Number(engine.port), engine.hostname);
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on('error', () => each.destroy()).on('close', () => sockets.delete(each));
    }
    way(socket, onward);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  ({ port } = relay.address() as AddressInfo);
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${port}`;
  ada = await newAdmin();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  relay.close();
  await stop();
});
beforeEach(() => goes('open'));

/** Switches the relay, and closes the connections that are open. The client has noticed when it returns. */
async function goes(name: keyof typeof ways): Promise<void> {
  way = ways[name];
  for (const socket of sockets) socket.destroy();
  await reaching(() => sockets.size === 0);
  await handleArrived();
}

const json = { 'content-type': 'application/json' };
const signIn = (status: number) => {
  const body = { email: ada.email, password: PASSWORD, grant_type: 'password' };
  return call(auth, status, { method: 'POST', path: '/oauth/token', body, headers: json });
};
const list = (status: number) => call(users, status, { path: '/users', token: ada.token });
const create = (status: number, name: string) => {
  const body = { data: { type: 'labels', attributes: { name } } };
  const headers = { 'idempotency-key': name.replaceAll(' ', '-') };
  return call(labels, status, { method: 'POST', path: '/labels', token: ada.token, body, headers });
};

function isRejectedForNow({ headers, body }: CallResponse): void {
  expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/);
  expect(body.errors).toEqual([
    {
      id: expect.any(String),
      status: '503',
      code: 'table_unavailable',
      title: 'Unavailable',
      detail: expect.any(String),
    },
  ]);
}

/** Moves the clock until the work is done, beside real sockets. @returns by how many milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  let isDone = false;
  let passed = 0;
  holdClock();
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await moveClock(STEP_MS);
    await handleArrived();
    passed += STEP_MS;
  }
  await done.finally(vi.useRealTimers);
  return passed;
}

const everyRequestIsRejected = async (name: string) => {
  const responses = await Promise.all([signIn(503), list(503), create(503, name)]);
  for (const response of responses) isRejectedForNow(response);
};

describe('a table outage', () => {
  it.each([
    ['accepts calls and never responds', 'silent'],
    ['resets connections', 'resetting'],
    ['responds with 500', 'failing'],
    ['is behind a proxy that responds with 502', 'behind a failing proxy'],
    ['says to come back in an hour', 'asking to come back in an hour'],
    ['stops halfway through its response', 'stopping halfway'],
  ] as const)('causes a 503 within eight seconds if the table %s', async (_, name) => {
    await goes(name);
    expect(await timed(() => everyRequestIsRejected(name))).toBeLessThan(8000);
    await goes('open');
    await vi.waitFor(() => list(200), { timeout: 60_000 });
    await Promise.all([signIn(200), create(201, name)]);
  });

  it('causes an immediate 503 if connections are rejected', async () => {
    await goes('silent');
    relay.close();
    await once(relay, 'close');
    try {
      expect(await timed(() => everyRequestIsRejected('rejected'))).toBeLessThan(4000);
    } finally {
      relay.listen(port, '127.0.0.1');
      await once(relay, 'listening');
    }
    await goes('open');
    await vi.waitFor(() => list(200), { timeout: 60_000 });
    await create(201, 'rejected');
  });

  it('causes a 503 for many calls if each response is late', async () => {
    await goes('slow');
    expect(await timed(async () => isRejectedForNow(await signIn(503)))).toBeLessThan(8000);
  });

  it('causes no further calls after the request deadline', async () => {
    await goes('silent');
    const bytesOf = () => [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    const before = bytesOf();
    const table = new Table({ until: AbortSignal.abort() });
    await expect(table.get(accessKey(ada.userId))).rejects.toThrow(TableUnavailable);
    await expect(table.commit([{ delete: accessKey(ada.userId) }])).rejects.toThrow(TableUnavailable);
    expect(bytesOf()).toBe(before);
  });

  it('is logged with the cause if the table is unavailable', async () => {
    await goes('failing');
    const { lines, stop } = listen();
    await list(503).finally(stop);
    expect(lines[0]).toMatchObject({
      status: 503,
      problem: { name: 'TableUnavailable', cause: expect.stringContaining('InternalServerError') },
    });
  });

  it('causes a 500, not a 503, if a call is rejected as invalid', async () => {
    // The client has noticed by then which of its connections the test before has closed.
    await vi.waitFor(() => list(200), { timeout: 60_000 });
    process.env['TABLE_NAME'] = 'no-such-table';
    try {
      await list(500);
    } finally {
      process.env['TABLE_NAME'] = 'table';
    }
  });
});
