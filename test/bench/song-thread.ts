/** Serves songs at `/1.wav`, `/2.wav` and so on, in its own thread. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { melody } from '../support/audio/sounds.ts';
import { waveFile } from '../support/audio/wave-file.ts';

interface SongOptions {
  readonly key: Buffer;
  readonly cert: Buffer;
  readonly seconds: number;
  readonly songs: number;
}
const { seconds, songs, ...certificate }: SongOptions = workerData;

function song(number: number): Buffer {
  const sound = melody(number, { seconds });
  return waveFile([sound, sound]);
}

// Made in advance, so that no request waits for them.
const files = new Map(
  Array.from({ length: songs }, (_, index) => [String(index + 1), song(index + 1)] as const),
);

const server = createServer(certificate, ({ url = '' }, response) => {
  const file = files.get(/^\/(\d+)\.wav$/.exec(url)?.[1] ?? '');
  response.writeHead(file ? 200 : 404, { etag: `"${url}"`, 'content-length': file?.length ?? 0 }).end(file);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
