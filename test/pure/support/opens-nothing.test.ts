/** What a test in this folder cannot do. */
import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer, connect as openSocket } from 'node:net';
import { expect, it } from 'vitest';

it.each<[what: string, open: () => unknown]>([
  ['listen', () => createServer().listen(0)],
  ['connect', () => openSocket(1, '127.0.0.1')],
  ['bind', () => createSocket('udp4').bind(0)],
  ['spawn', () => spawn('true')],
  ['execFileSync', () => execFileSync('true')],
])('a test in test/pure cannot %s', (what, open) => {
  expect(open).toThrow(`A test in test/pure called ${what}. Move it to test/loopback.`);
});
