/** Serves songs of 3.5 minutes, each at its own path, in their own thread. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { melody } from '../support/audio/sounds.ts';
import { waveFile } from '../support/audio/wave-file.ts';

const { seconds, ...certificate }: { seconds: number; key: Buffer; cert: Buffer } = workerData;

/** @param path `/<number>.wav`. */
function song(path: string): Buffer {
  const sound = melody(Number(/\d+/.exec(path)?.[0]), { seconds });
  return waveFile([sound, sound]);
}

const server = createServer(certificate, ({ url = '' }, response) => {
  const file = song(url);
  response.writeHead(200, { etag: `"${url}"`, 'content-length': file.length }).end(file);
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
