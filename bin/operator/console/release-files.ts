/** Sends artwork and audio of releases to the page. The stage reads them, in parts, from the owner's address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { fileTypeFromBuffer } from 'file-type';
import * as v from 'valibot';
import { runStep, type StageCall } from '../invoke.ts';
import { rejection } from '../rejection.ts';
import { protection } from './admission.ts';

const partSchema = v.object({
  // Stages of earlier versions do not return the version.
  version: v.optional(v.nullable(v.string()), null),
  size: v.nullable(v.number()),
  content: v.string(),
});

interface Part {
  readonly bytes: Buffer;
  readonly size: number | null;
  /** Differs once the file has changed; null if it cannot be known. */
  readonly version: string | null;
}

/** @param length what is wanted. @returns a part that begins there and can be shorter. */
type ReadPart = (from: number, length: number) => Promise<Part>;

interface NamedFile {
  /** Such as audio. */
  readonly file: string;
  readonly id: string;
  /** The tag of the contents that are wanted; null for any. Players do not compare the contents of their requests. */
  readonly tag: string | null;
}

type Reached = Pick<StageCall, 'stage' | 'environment'>;

/** What `read-file` reads at most. */
const PART_BYTES = 4_000_000;
/** Enough to recognize a format. */
const HEAD_BYTES = 4_100;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Supports requests of ranges, with which browsers move within audio. @throws Rejection */
export async function sendFile(exchange: Exchange, named: NamedFile, reached: Reached): Promise<void> {
  const { request, response } = exchange;
  const known = request.headers['if-none-match'];
  if (known === undefined) return sendContent(exchange, named, reached);
  const head = await readerOf(named, reached)(0, HEAD_BYTES);
  if (known !== tagOf(head).etag) return sendContent(exchange, named, reached);
  response.writeHead(304, { ...protection, ...tagOf(head), 'cache-control': REVALIDATED }).end();
}

/** The owner can replace a file at its address at any time. Contents with a tag stay the same. */
const REVALIDATED = 'private, no-cache';

async function sendContent(
  { request, response }: Exchange,
  named: NamedFile,
  reached: Reached,
): Promise<void> {
  const isHead = request.method === 'HEAD';
  const read = readerOf(named, reached);
  const wanted = isHead ? undefined : rangeIn(request.headers.range);
  const first = await read(
    wanted?.from ?? 0,
    wanted ? wanted.to - wanted.from : isHead ? HEAD_BYTES : PART_BYTES,
  );
  if (named.tag !== null && named.tag !== tagOf(first).etag) throw changed();
  // Without the size, the response cannot name a range (RFC 9110, section 14.4), so the whole file is sent. So is a file
  // that has changed since the browser got its beginning (section 13.1.5).
  const range = first.size === null || !isStill(first, request.headers['if-range']) ? undefined : wanted;
  const from = range?.from ?? 0;
  const part = wanted && !range ? await read(0, PART_BYTES) : first;
  const { size } = part;
  const to = Math.min(range?.to ?? Number.POSITIVE_INFINITY, size ?? Number.POSITIVE_INFINITY);
  const head = from === 0 ? part : await read(0, HEAD_BYTES);
  requireSame(head, part);
  if (!isStill(part, request.headers['if-match'])) {
    response.writeHead(412, { ...protection, ...tagOf(part), 'content-length': 0 }).end();
    return;
  }
  const headers = {
    ...protection,
    ...tagOf(part),
    'content-type': await typeOf(head.bytes),
    'cache-control': named.tag === null ? REVALIDATED : 'private, max-age=300',
    ...(size !== null && { 'accept-ranges': 'bytes', 'content-length': Math.max(0, to - from) }),
  };
  if (range && from >= to) {
    response.writeHead(416, { ...headers, 'content-length': 0, 'content-range': `bytes */${size}` }).end();
    return;
  }
  if (range) response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to - 1}/${size}` });
  else response.writeHead(200, headers);
  if (isHead) response.end();
  else await pipeline(bytesOf({ read, from, to, part }), response);
}

const readerOf =
  ({ file, id }: NamedFile, { stage, environment }: Reached): ReadPart =>
  async (from, length) => {
    const args = { file, id, from, length: Math.min(length, PART_BYTES) };
    const call = { stage, environment, command: 'read-file', args };
    const { content, ...more } = await runStep(call, partSchema);
    return { ...more, bytes: Buffer.from(content, 'base64') };
  };

const tagOf = ({ version, size }: Part): { etag?: string } =>
  version === null ? {} : { etag: `"${version}-${size}"` };

/** @param tag which a browser requires (RFC 9110, section 13.1); a time is never the same. */
const isStill = (part: Part, tag: string | string[] = '*'): boolean =>
  tag === '*' || tag === tagOf(part).etag;

/** @throws Rejection if parts are of different contents. */
function requireSame(part: Part, first: Part): void {
  if (part.size !== first.size || part.version !== first.version) throw changed();
}

const changed = () => rejection('file_changed', 'The file changed while it was read. Load it again.');

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

/** Reads the next part once the browser has taken the one before. @throws Rejection if the file changes before the end. */
async function* bytesOf({ read, from, to, part }: Sending): AsyncGenerator<Buffer> {
  let position = from;
  let next = part;
  while (position < to) {
    requireSame(next, part);
    if (next.bytes.length === 0) {
      if (part.size === null) return;
      throw rejection('file_changed', 'The file is shorter than its server stated.');
    }
    const taken = next.bytes.subarray(0, to - position);
    position += taken.length;
    yield taken;
    if (position < to) next = await read(position, to - position);
  }
}

/** Anything but a picture or a sound is not shown, such as an SVG file with a script. */
async function typeOf(bytes: Buffer): Promise<string> {
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  return type?.match(/^(image\/(jpeg|png|webp|gif|tiff)|audio\/[\w.-]+|video\/(mp4|ogg|webm))$/)
    ? type
    : 'application/octet-stream';
}
