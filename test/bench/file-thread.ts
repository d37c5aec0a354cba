/** Serves a file, or two hours of a WAVE file that repeats a minute, in its own thread. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { melody } from '../support/audio/sounds.ts';
import { waveFile } from '../support/audio/wave-file.ts';

const { key, cert, path, minutes }: { key: string; cert: string; path?: string; minutes: number } =
  workerData;
const HEADER_BYTES = 44;

/** Bytes of a minute, and of the header. */
function wave() {
  const [left, right] = [melody(1, { seconds: 60 }), melody(2, { seconds: 60 })];
  const file = waveFile([left, right]);
  const minute = file.subarray(HEADER_BYTES);
  const header = Buffer.from(file.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(minute.length * minutes, 40);
  return { size: HEADER_BYTES + minute.length * minutes, content: () => repeated(header, minute) };
}

function* repeated(header: Buffer, minute: Buffer): Generator<Buffer> {
  yield header;
  for (let count = 0; count < minutes; count++) {
    for (let at = 0; at < minute.length; at += 65_536) yield minute.subarray(at, at + 65_536);
  }
}

const made = path === undefined ? wave() : undefined;
const size = made?.size ?? statSync(path ?? '').size;

const server = createServer({ key, cert }, ({ headers }, response) => {
  const start = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
  const isRange = headers.range !== undefined && made === undefined;
  response.writeHead(isRange ? 206 : 200, {
    etag: '"bench"',
    'content-length': isRange ? size - start : size,
    ...(isRange && { 'content-range': `bytes ${start}-${size - 1}/${size}` }),
  });
  const content = made ? Readable.from(made.content()) : createReadStream(path ?? '', { start });
  content.on('error', () => response.destroy()).pipe(response);
  response.on('close', () => content.destroy());
});
server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port));
