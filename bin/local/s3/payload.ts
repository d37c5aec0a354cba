/** Extracts an upload's content from the SDK's chunks and verifies its checksums. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { notSupported, s3Error } from './s3-error.ts';

const digests: Readonly<Record<string, (content: Buffer) => string>> = {
  'content-md5': (content) => hash('md5', content, 'base64'),
  'x-amz-checksum-crc32': (content) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content));
    return sum.toString('base64');
  },
  'x-amz-checksum-sha1': (content) => hash('sha1', content, 'base64'),
  'x-amz-checksum-sha256': (content) => hash('sha256', content, 'base64'),
};

/** @throws BadDigest, IncompleteBody; NotImplemented for other checksums. */
export function contentOf(headers: IncomingHttpHeaders, body: Buffer): Buffer {
  const isChunked = String(headers['x-amz-content-sha256']).startsWith('STREAMING-');
  const { content, trailers } = isChunked ? unchunked(body) : { content: body, trailers: {} };
  const announced = headers['x-amz-decoded-content-length'];
  if (announced !== undefined && content.length !== Number(announced)) {
    throw s3Error('IncompleteBody', 'The content does not have the announced length.');
  }
  for (const [name, value] of Object.entries({ ...headers, ...trailers })) {
    if (name !== 'content-md5' && !/^x-amz-checksum-(?!algorithm|type|mode)/.test(name)) continue;
    const digest = Object.hasOwn(digests, name) ? digests[name] : undefined;
    if (!digest) throw notSupported(`the header ${name}`);
    if (digest(content) !== value) throw s3Error('BadDigest', `The content does not match its ${name}.`);
  }
  return content;
}

/** `aws-chunked`: `<length in hex>[;<extension>]\r\n<bytes>\r\n`, a last one of length 0, and trailers. */
function unchunked(body: Buffer): { content: Buffer; trailers: Readonly<Record<string, string>> } {
  const chunks: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position);
    const length = Number.parseInt(body.toString('latin1', position, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(length))
      throw s3Error('IncompleteBody', 'The chunks of the content are malformed.');
    position = lineEnd + 2;
    if (length === 0)
      return { content: Buffer.concat(chunks), trailers: trailersIn(body.toString('latin1', position)) };
    chunks.push(body.subarray(position, position + length));
    position += length + 2;
  }
}

const trailersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\r\n').flatMap((line) => {
      const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
      return name && value ? [[name.toLowerCase(), value.trim()]] : [];
    }),
  );
