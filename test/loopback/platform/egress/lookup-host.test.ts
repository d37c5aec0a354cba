import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  hostsEntries,
  lookupHost,
  queryNameServers,
} from '../../../../shared/platform/egress/lookup-host.ts';

const IPV4 = 1;
const IPV6 = 28;
const HEADER_BYTES = 12;
const ipv6Record = [0x26, 6, 0x47, ...Array(12).fill(0), 1];

/**
 * A name server on loopback with these records for any name. It ignores questions for other types.
 * @param delaysMs the delay of each response to a type, in order; null drops the question.
 */
async function nameServer(
  records: Readonly<Record<number, readonly number[]>>,
  delaysMs: Readonly<Record<number, readonly (number | null)[]>> = {},
): Promise<string> {
  const server = createSocket('udp4');
  const timers: NodeJS.Timeout[] = [];
  onTestFinished(() => {
    timers.forEach(clearTimeout);
    server.close();
  });
  const asked: Record<number, number> = {};
  server.on('message', (query, from) => {
    const type = query.readUInt16BE(query.indexOf(0, HEADER_BYTES) + 1);
    const count = asked[type] ?? 0;
    asked[type] = count + 1;
    const record = records[type];
    const delayMs = delaysMs[type]?.[count] ?? (delaysMs[type] ? null : 0);
    if (!record || delayMs === null) return;
    timers.push(setTimeout(() => server.send(respond(query, record), from.port), delayMs));
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${server.address().port}`;
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

test('a lookup finds addresses of both families', async () => {
  const at = await nameServer({ [IPV4]: [8, 8, 4, 4], [IPV6]: ipv6Record });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual(['8.8.4.4', '2606:4700::1']);
});

test('a host may have addresses of one family only', async () => {
  const at = await nameServer({ [IPV4]: [8, 8, 4, 4], [IPV6]: [] });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual(['8.8.4.4']);
});

describe.each([
  { dropped: 'AAAA', records: { [IPV4]: [8, 8, 4, 4] }, addresses: ['8.8.4.4'] },
  { dropped: 'A', records: { [IPV6]: ipv6Record }, addresses: ['2606:4700::1'] },
])('a name server that drops $dropped queries', ({ records, addresses }) => {
  test('delays the lookup by a second', async () => {
    const at = await nameServer(records);
    const startedAt = performance.now();
    expect(await queryNameServers('hooks.example', 5000, [at])).toEqual(addresses);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test('delays the lookup no longer than the time limit', async () => {
    const at = await nameServer(records);
    const startedAt = performance.now();
    expect(await queryNameServers('hooks.example', 200, [at])).toEqual(addresses);
    expect(performance.now() - startedAt).toBeLessThan(400);
  });
});

test('a response for the other family within a second is included', async () => {
  const records = { [IPV4]: [8, 8, 4, 4], [IPV6]: ipv6Record };
  const at = await nameServer(records, { [IPV6]: [300] });
  expect(await queryNameServers('hooks.example', 5000, [at])).toEqual(['8.8.4.4', '2606:4700::1']);
});

test('the query for the other family is repeated when the first has no address', async () => {
  const at = await nameServer({ [IPV4]: [], [IPV6]: ipv6Record }, { [IPV6]: [null, 0] });
  expect(await queryNameServers('hooks.example', 3000, [at])).toEqual(['2606:4700::1']);
});

test('an unknown host has no address', async () => {
  const at = await nameServer({ [IPV4]: [], [IPV6]: [] });
  expect(await queryNameServers('hooks.example', 1000, [at])).toEqual([]);
});

test('a name server that never responds ends the lookup at the time limit', async () => {
  const at = await nameServer({});
  const startedAt = performance.now();
  expect(await queryNameServers('hooks.example', 200, [at])).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(400);
});

test('an invalid name has no address', async () => {
  expect(await queryNameServers(`${'a'.repeat(64)}.example`, 200, ['127.0.0.1:1'])).toEqual([]);
  expect(await queryNameServers('a..b', 200, ['127.0.0.1:1'])).toEqual([]);
});

test('the hosts file takes precedence over DNS', async () => {
  expect(await lookupHost('localhost', 1000)).toContain('127.0.0.1');
});

test('a hosts file may have comments, and several addresses for a name in any case', () => {
  const file =
    '# 10.0.0.9 hooks\n127.0.0.1\tlocalhost Hooks # hooks\n\n::1 hooks.example hooks\n10.0.0.1 hooks2';
  expect(hostsEntries(file, 'hookS')).toEqual(['127.0.0.1', '::1']);
  expect(hostsEntries(file, 'unknown')).toEqual([]);
});
