import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  hostsEntries,
  lookupHost,
  queryNameServers,
} from '../../../../shared/platform/egress/lookup-host.ts';
import { handleArrived, moveClock, reaching, withHeldClock } from '../../../support/held-clock.ts';

const IPV4 = 1;
const IPV6 = 28;
const HEADER_BYTES = 12;
const ipv6Record = [0x26, 6, 0x47, ...Array(12).fill(0), 1];

/** The resolver repeats a question in real time, after half of this. */
const LIMIT_MS = 10_000;
/** How long the other family is waited for. */
const OTHER_MS = 1000;

withHeldClock();

interface NameServer {
  readonly at: string;
  /** How often it was asked, by type. */
  readonly asked: Readonly<Record<number, number>>;
}

/**
 * A name server on loopback with these records for any name. It ignores questions for other types.
 * @param delaysMs the delay of each response to a type, in order; null drops the question.
 */
async function nameServer(
  records: Readonly<Record<number, readonly number[]>>,
  delaysMs: Readonly<Record<number, readonly (number | null)[]>> = {},
): Promise<NameServer> {
  const server = createSocket('udp4');
  onTestFinished(() => void server.close());
  const asked: Record<number, number> = {};
  server.on('message', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, HEADER_BYTES) + 1);
    const count = asked[type] ?? 0;
    asked[type] = count + 1;
    const record = records[type];
    const delayMs = delaysMs[type]?.[count] ?? (delaysMs[type] ? null : 0);
    if (!record || delayMs === null) return;
    const send = () => server.send(respond(query, record), from.port);
    if (delayMs === 0) send();
    else setTimeout(send, delayMs);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { at: `127.0.0.1:${server.address().port}`, asked };
}

/** The response of RFC 1035, section 4.1: the question again, and one record for it unless it is empty. */
function respond(query: Buffer, record: readonly number[]): Buffer {
  const questionEnd = query.indexOf(0, HEADER_BYTES) + 5;
  const records = record.length > 0 ? 1 : 0;
  const header = Buffer.from([0x81, 0x80, 0, 1, 0, records, 0, 0, 0, 0]);
  const response = [query.subarray(0, 2), header, query.subarray(HEADER_BYTES, questionEnd)];
  if (records === 0) return Buffer.concat(response);
  const typeAndClass = query.subarray(questionEnd - 4, questionEnd);
  const pointer = Buffer.from([0xc0, HEADER_BYTES]);
  const rest = Buffer.from([0, 0, 0, 60, 0, record.length, ...record]);
  return Buffer.concat([...response, pointer, typeAndClass, rest]);
}

/** Two timers run: that of the limit, and that of the other family. */
const isWaitingForOther = () => vi.getTimerCount() === 2;

test('a lookup finds addresses of both families', async () => {
  const { at } = await nameServer({ [IPV4]: [8, 8, 4, 4], [IPV6]: ipv6Record });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual(['8.8.4.4', '2606:4700::1']);
});

test('a host may have addresses of one family only', async () => {
  const { at } = await nameServer({ [IPV4]: [8, 8, 4, 4], [IPV6]: [] });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual(['8.8.4.4']);
});

describe.each([
  { dropped: 'AAAA', records: { [IPV4]: [8, 8, 4, 4] }, addresses: ['8.8.4.4'] },
  { dropped: 'A', records: { [IPV6]: ipv6Record }, addresses: ['2606:4700::1'] },
])('a name server that drops $dropped queries', ({ records, addresses }) => {
  /** Starts a lookup. @returns it when one family is found. */
  async function halfFound(limitMs: number) {
    const { at } = await nameServer(records);
    let found: readonly string[] | undefined;
    void queryNameServers('hooks.example', limitMs, [at]).then((all) => {
      found = all;
    });
    await reaching(() => isWaitingForOther() || found);
    return () => found;
  }

  test('delays the lookup by a second', async () => {
    const found = await halfFound(LIMIT_MS);
    await moveClock(OTHER_MS - 1);
    await handleArrived();
    expect(found()).toBeUndefined();
    await moveClock(1);
    await reaching(found);
    expect(found()).toEqual(addresses);
  });

  test('delays the lookup no longer than the time limit', async () => {
    const found = await halfFound(OTHER_MS - 100);
    await moveClock(OTHER_MS - 100);
    await handleArrived();
    expect(found()).toEqual(addresses);
  });
});

test('a response for the other family is included if it arrives within a second', async () => {
  const records = { [IPV4]: [8, 8, 4, 4], [IPV6]: ipv6Record };
  const { at } = await nameServer(records, { [IPV6]: [OTHER_MS - 1] });
  const looking = queryNameServers('hooks.example', LIMIT_MS, [at]);
  // Also that of the response.
  await reaching(() => vi.getTimerCount() === 3);
  await moveClock(OTHER_MS - 1);
  expect(await looking).toEqual(['8.8.4.4', '2606:4700::1']);
});

test('the query for the other family is repeated when the first has no address', async () => {
  const { at } = await nameServer({ [IPV4]: [], [IPV6]: ipv6Record }, { [IPV6]: [null, 0] });
  expect(await queryNameServers('hooks.example', 3000, [at])).toEqual(['2606:4700::1']);
});

test('an unknown host has no address', async () => {
  const { at } = await nameServer({ [IPV4]: [], [IPV6]: [] });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual([]);
});

test('a name server that never responds ends the lookup at the time limit', async () => {
  const { at, asked } = await nameServer({});
  const looking = queryNameServers('hooks.example', LIMIT_MS, [at]);
  await reaching(() => asked[IPV4] && asked[IPV6]);
  await moveClock(LIMIT_MS);
  expect(await looking).toEqual([]);
});

test('an invalid name has no address', async () => {
  expect(await queryNameServers(`${'a'.repeat(64)}.example`, 200, ['127.0.0.1:1'])).toEqual([]);
  expect(await queryNameServers('a..b', 200, ['127.0.0.1:1'])).toEqual([]);
});

test('the hosts file takes precedence over DNS', async () => {
  expect(await lookupHost('localhost', 1000)).toContain('127.0.0.1');
});

test('a hosts file can have comments and several addresses per name, in any case', () => {
  const file =
    '# 10.0.0.9 hooks\n127.0.0.1\tlocalhost Hooks # hooks\n\n::1 hooks.example hooks\n10.0.0.1 hooks2';
  expect(hostsEntries(file, 'hookS')).toEqual(['127.0.0.1', '::1']);
  expect(hostsEntries(file, 'unknown')).toEqual([]);
});
