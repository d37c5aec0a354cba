/** A port of the local stage rejects what Node does not parse. */
import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { openPort } from '../../../bin/local/host/port.ts';

const port = await openPort(0, 'PORT');
port.serve((request, response) => response.end(String(request.url?.length)));
afterAll(() => port.close(0));

/** @returns what the port responds to the bytes. */
const exchange = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(port.number, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    // A connection that is closed while the request is written breaks.
    socket.on('error', () => {}).on('close', () => resolve(received));
  });
const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

it('URLs longer than API Gateway allows reach the service', async () => {
  expect(await exchange(get(`/${'x'.repeat(100_000)}`))).toMatch(/^HTTP\/1.1 200 .*\r\n100001$/s);
});

it('a URL of more than 1 MB is a JSON:API 414', async () => {
  const response = await exchange(`GET /${'x'.repeat(1024 * 1024)}`);
  expect(response).toMatch(/^HTTP\/1.1 414 .*\r\nContent-Type: application\/vnd.api\+json\r\n/s);
  const body = JSON.parse(response.split('\r\n\r\n')[1] ?? '');
  expect(body).toMatchObject({
    jsonapi: { version: '1.0' },
    errors: [{ status: '414', code: 'url_too_long' }],
  });
});

it('a request that is not HTTP gets a 400', async () => {
  expect(await exchange('nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
});
