import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { identifyFile } from '../../../shared/audio/identify-file.ts';
import { fileServer } from '../../support/audio/file-server.ts';
import { served } from '../../support/audio/listening.ts';
import { melody } from '../../support/audio/sounds.ts';
import { waveFile } from '../../support/audio/wave-file.ts';
import { receiver, stopReceivers, trustReceivers } from '../../support/receivers.ts';

beforeEach(trustReceivers);
afterEach(stopReceivers);

const file = waveFile([melody(1, { seconds: 4 })]);
const invalid = (error: string) => ({ is: 'invalid', error });

describe('the identity of a file', () => {
  const identify = (url: string) => identifyFile(url, { allowedCidrs: ['127.0.0.0/8'] });

  test('is its ETag and its size, from one byte', async () => {
    const server = await receiver(fileServer(file));
    expect(await identify(`https://127.0.0.1:${server.port}/a`)).toEqual({
      is: 'identified',
      file: { etag: '"abc"', size: file.length },
    });
    expect(server.received.map(({ headers }) => headers.range)).toEqual(['bytes=0-0']);
  });

  test.each([
    ['a weak ETag', { etag: 'W/"abc"' }],
    ['a malformed ETag', { etag: 'abc' }],
    ['no ETag', {}],
  ])('is only a size with %s', async (_, headers) => {
    const url = await served((_, response) => {
      response.writeHead(200, { 'content-length': file.length, ...headers }).end(file);
    });
    expect(await identify(url)).toEqual({ is: 'identified', file: { etag: null, size: file.length } });
  });

  test('is invalid for an empty file', async () => {
    expect(await identify(await served(fileServer(Buffer.alloc(0))))).toEqual(invalid('The file is empty.'));
  });

  test('is invalid for a private address', async () => {
    expect(await identifyFile('https://10.0.0.1/a', { allowedCidrs: [] })).toEqual(
      invalid('The host of the URL must resolve only to public addresses.'),
    );
  });
});
