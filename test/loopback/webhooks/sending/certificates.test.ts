import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newSigningSecret } from '../../../../shared/webhooks/endpoints/endpoint-secret.ts';
import { type AttemptOptions, attempt } from '../../../../shared/webhooks/sending/attempt.ts';
import {
  distrustReceivers,
  listen,
  receiver,
  stopReceivers,
  trustReceivers,
} from '../../../support/receivers.ts';

const event = { eventId: 'evt_8d6b3a0e-5a55-4f0c-9d53-0f3f2a3f1c11', body: '{}', secret: newSigningSecret() };

beforeEach(trustReceivers);
afterEach(stopReceivers);

const send = (url: string, options: Partial<AttemptOptions> = {}) =>
  attempt({ url, ...event }, { allowedCidrs: ['127.0.0.1/32'], ...options });

describe('certificates', () => {
  test('are rejected for another name, and nothing is sent', async () => {
    const { port, received } = await receiver((_request, response) => response.end());
    const url = `https://elsewhere.example:${port}/`;
    expect(await send(url, { lookup: async () => ['127.0.0.1'] })).toMatchObject({
      outcome: 'failed',
      error: 'certificate_name',
    });
    expect(received).toEqual([]);
  });

  test('are rejected for another address', async () => {
    const { port } = await receiver((_request, response) => response.end(), '127.0.0.2');
    const options = { allowedCidrs: ['127.0.0.0/8'] };
    expect(await send(`https://127.0.0.2:${port}/`, options)).toMatchObject({
      outcome: 'failed',
      error: 'certificate_name',
    });
  });

  test('are rejected if the authority is unknown', async () => {
    const { port, received } = await receiver((_request, response) => response.end());
    distrustReceivers();
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({
      outcome: 'failed',
      error: 'certificate_untrusted',
    });
    expect(received).toEqual([]);
  });

  test('are required: a receiver without TLS gets no request', async () => {
    const { port } = await listen(createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
    expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'failed', error: 'tls' });
  });
});
