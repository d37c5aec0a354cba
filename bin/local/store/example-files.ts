/** A cover and recordings for releases on this machine, served by HTTPS to the local stage. */
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { localCertificates } from '../certificates/certificates.ts';

const COVER_PIXELS = 3000;
const SAMPLES_PER_SECOND = 44_100;
const SECONDS = 45;
const CHANNELS = 2;
const SAMPLE_BYTES = 2;

/** @returns the port of a server with `/cover.png`, and with a recording for each other name, such as `/1.wav`. */
export async function serveExampleFiles(dataDirectory: string, port: number): Promise<number> {
  const { cert, key } = await localCertificates(dataDirectory);
  const cover = exampleCover();
  const server = createServer({ cert, key }, (request, response) => {
    const { pathname } = new URL(String(request.url), 'https://localhost');
    const isCover = pathname === '/cover.png';
    const content = isCover ? cover : exampleRecording(pathname);
    response.writeHead(200, {
      'content-type': isCover ? 'image/png' : 'audio/wav',
      'content-length': content.length,
    });
    response.end(request.method === 'HEAD' ? undefined : content);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A square in one colour, as PNG. */
function exampleCover(): Buffer {
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(COVER_PIXELS * 3, Buffer.of(0x1b, 0x4d, 0x7a))]);
  const pixels = Buffer.concat(Array.from({ length: COVER_PIXELS }, () => line));
  const size = Buffer.alloc(13);
  size.writeUInt32BE(COVER_PIXELS, 0);
  size.writeUInt32BE(COVER_PIXELS, 4);
  // 8 bits of red, green and blue.
  size.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Noise that fades in and out, as WAV. Each name has its own, so that no two recordings are the same. */
function exampleRecording(name: string): Buffer {
  const frames = SAMPLES_PER_SECOND * SECONDS;
  const samples = Buffer.alloc(frames * CHANNELS * SAMPLE_BYTES);
  let state = crc32(name) || 1;
  for (let frame = 0; frame < frames; frame++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const loudness = Math.sin((Math.PI * (frame % SAMPLES_PER_SECOND)) / SAMPLES_PER_SECOND);
    const sample = Math.round((state / 2 ** 32 - 0.5) * 20_000 * loudness);
    for (let channel = 0; channel < CHANNELS; channel++)
      samples.writeInt16LE(sample, (frame * CHANNELS + channel) * SAMPLE_BYTES);
  }
  return Buffer.concat([wavHead(samples.length), samples]);
}

function wavHead(bytes: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(CHANNELS, 22);
  head.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  head.writeUInt32LE(SAMPLES_PER_SECOND * CHANNELS * SAMPLE_BYTES, 28);
  head.writeUInt16LE(CHANNELS * SAMPLE_BYTES, 32);
  head.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(bytes, 40);
  return head;
}
