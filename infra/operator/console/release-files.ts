/** Sends artwork and audio of releases to the page. The stage reads them, in parts, from the owner's address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
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
  const wanted = rangeIn(request.headers.range);
  const first = await read(wanted?.from ?? 0, wanted ? wanted.to - wanted.from : PART_BYTES);
  // Without the size, the response cannot name a range (RFC 9110, section 14.4), so the whole file is sent.
  const range = first.size === null ? undefined : wanted;
  const from = range?.from ?? 0;
  const part = wanted && !range ? await read(0, PART_BYTES) : first;
  const { size } = part;
  const to = Math.min(range?.to ?? Number.POSITIVE_INFINITY, size ?? Number.POSITIVE_INFINITY);
  const head = from === 0 ? part : await read(0, HEAD_BYTES);
  const headers = {
    ...protection,
    'content-type': await typeOf(head.bytes),
    'cache-control': 'private, max-age=300',
    ...(size !== null && { 'accept-ranges': 'bytes', 'content-length': Math.max(0, to - from) }),
  };
  if (range && from >= to) {
    response.writeHead(416, { ...headers, 'content-length': 0, 'content-range': `bytes */${size}` }).end();
    return;
  }
  if (range) response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to - 1}/${size}` });
  else response.writeHead(200, headers);
  if (request.method === 'HEAD') response.end();
  else await pipeline(bytesOf({ read, from, to, part }), response);
}

/** @returns what is wanted, up to `to`; undefined for everything, as for ranges that are not supported. */
function rangeIn(header = ''): { from: number; to: number } | undefined {
  const [, first, last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header) ?? [];
  if (first === undefined) return undefined;
  const [from, to] = [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last) + 1];
  return from < to ? { from, to } : undefined;
}

interface Sending {
  readonly read: ReadPart;
  readonly from: number;
  /** Where the range ends; infinite if the size is not known. */
  readonly to: number;
  /** The first part. */
  readonly part: Part;
}

/** Reads the next part once the browser has taken the one before. @throws if the file changes before the end. */
async function* bytesOf({ read, from, to, part }: Sending): AsyncGenerator<Buffer> {
  let position = from;
  let next = part;
  while (position < to) {
    const isEnd = next.bytes.length === 0;
    if (part.size !== null && (isEnd || next.size !== part.size))
      throw new Error('The file has changed while it was sent.');
    if (isEnd) return;
    const taken = next.bytes.subarray(0, to - position);
    position += taken.length;
    yield taken;
    if (position < to) next = await read(position, to - position);
  }
}

/** Anything but a picture or a sound is not shown, such as an SVG file with a script. */
async function typeOf(bytes: Buffer): Promise<string> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
  return /^(image\/(jpeg|png|webp|gif|tiff)|audio\/[\w.-]+|video\/(mp4|ogg|webm))$/.test(type)
    ? type
    : 'application/octet-stream';
}
