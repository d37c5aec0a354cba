/** Sends artwork and audio of releases to the page. The stage reads them, in parts, from the owner's address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileTypeFromBuffer } from 'file-type';
import * as v from 'valibot';
import { runStep, type StageCall } from '../invoke.ts';
import { protection } from './admission.ts';

const partSchema = v.object({ from: v.number(), size: v.nullable(v.number()), content: v.string() });

interface Part {
  readonly bytes: Buffer;
  readonly size: number | null;
}

/** @param length what is wanted. @returns a part that begins there and can be shorter. */
type ReadPart = (from: number, length: number) => Promise<Part>;

/** What `read-file` reads at most. */
const PART_BYTES = 4_000_000;
/** Enough to recognize a format. */
const HEAD_BYTES = 4_100;

/** Supports requests of ranges, with which browsers move within audio. @throws Rejection */
export async function sendFile(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { file, id }: { file: string; id: string },
  { stage, environment }: Pick<StageCall, 'stage' | 'environment'>,
): Promise<void> {
  const read: ReadPart = async (from, length) => {
    const args = { file, id, from, length: Math.min(length, PART_BYTES) };
    const call = { stage, environment, command: 'read-file', args };
    const { content, size } = await runStep(call, partSchema);
    return { bytes: Buffer.from(content, 'base64'), size };
  };
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  const from = Number(first);
  const part = await read(from, last === '' ? PART_BYTES : Number(last) + 1 - from);
  const head = from === 0 ? part : await read(0, HEAD_BYTES);
  const type = await typeOf(head.bytes);
  const headers = { ...protection, 'content-type': type, 'cache-control': 'private, max-age=300' };
  const { size } = part;
  if (size !== null && from >= size && size > 0) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const end = Math.min(
    last === '' ? Number.POSITIVE_INFINITY : Number(last) + 1,
    size ?? from + part.bytes.length,
  );
  if (first === '' || size === null) {
    response.writeHead(200, { ...headers, ...(size !== null && { 'content-length': size }) });
  } else {
    const range = `bytes ${from}-${end - 1}/${size}`;
    response.writeHead(206, { ...headers, 'content-range': range, 'content-length': end - from });
  }
  if (request.method === 'HEAD') response.end();
  else await sendParts(response, { read, from, end, part });
}

interface Sending {
  readonly read: ReadPart;
  readonly from: number;
  /** Where the range ends. */
  readonly end: number;
  /** The first part. */
  readonly part: Part;
}

/** Reads the next part once the browser has taken the one before. */
async function sendParts(response: ServerResponse, { read, from, end, part }: Sending): Promise<void> {
  let position = from;
  let { bytes } = part;
  while (bytes.length > 0 && !response.destroyed) {
    const taken = bytes.subarray(0, end - position);
    position += taken.length;
    if (!response.write(taken)) await drained(response);
    if (position >= end || response.destroyed) break;
    ({ bytes } = await read(position, end - position));
  }
  response.end();
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.once('drain', resolve).once('close', resolve);
  });

/** Anything but a picture or a sound is not shown, such as an SVG file with a script. */
async function typeOf(bytes: Buffer): Promise<string> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  return /^(image\/(jpeg|png|webp|gif|tiff)|audio\/[\w.-]+|video\/(mp4|ogg|webm))$/.test(type)
    ? type
    : 'application/octet-stream';
}
