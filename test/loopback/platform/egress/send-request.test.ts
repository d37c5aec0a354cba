import { Agent } from 'node:https';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { literalAddressRejection } from '../../../../shared/platform/egress/address-guard.ts';
import { type OutgoingRequest, sendRequest } from '../../../../shared/platform/egress/send-request.ts';
import { receiver, stopReceivers, trustReceivers } from '../../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const get = (port: number, more: Partial<OutgoingRequest> = {}) =>
  sendRequest({
    method: 'GET',
    url: new URL(`https://127.0.0.1:${port}/`),
    addresses: [{ address: '127.0.0.1', family: 4 }],
    headers: {},
    signal: AbortSignal.timeout(5000),
    ...more,
  });

test('requests with one agent share its connection', async () => {
  const { port, connections } = await receiver((_request, response) => response.end('x'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let count = 0; count < 2; count++) {
    const sent = await get(port, { agent });
    if ('error' in sent) throw new Error(sent.error);
    await sent.response.toArray();
    expect(connections.size).toBe(1);
  }
  agent.destroy();
  await expect.poll(() => connections.size).toBe(0);
});

test.each([
  ['https://127.0.0.1/', [], true],
  ['https://[::1]/', [], true],
  ['https://2130706433/', [], true],
  ['https://127.0.0.1/', ['127.0.0.0/8'], false],
  ['https://93.184.215.14/', [], false],
  ['https://localhost/', [], false],
])('a request to %s with the allowed ranges %j is rejected: %s', (url, allowed, isRejected) => {
  const rejection = literalAddressRejection(new URL(url), allowed);
  expect(rejection?.code).toBe(isRejected ? 'address_refused' : undefined);
});
