/** Places one file at a store. What is there already, from an attempt that was interrupted, is not sent again. */
import { createHash, type Hash } from 'node:crypto';
import { partsIn } from '../connected/parts-of.ts';
import { StoreFailure } from '../connected/store-failure.ts';
import type { PlacedFile } from '../connected/store-files.ts';
import type { SftpSession } from './sftp-session.ts';

/** Of one file. A line with latency needs many. */
const BYTES_IN_FLIGHT = 2 * 1024 * 1024;
/** All servers return pieces of this size. */
const PIECE_BYTES = 32_768;
const IN_FLIGHT = BYTES_IN_FLIGHT / PIECE_BYTES;

/**
 * @returns how many bytes were sent.
 * @throws StoreFailure. The next call continues. Error if the content is not that of the manifest.
 */
export async function putFile(session: SftpSession, file: PlacedFile): Promise<number> {
  const there = await session.stat(file.path);
  if (there && (await isWhole(session, file, there.bytes))) return 0;
  const { bytes: from, hash } = await equalBytes(session, file, there?.bytes ?? 0);
  const handle = await session.open(file.path, from > 0 ? 'r+' : 'w');
  if (from > 0 && there && there.bytes > file.bytes) await session.setLength(file.path, handle, file.bytes);
  if (from < file.bytes) await send(session, { file, handle, from, hash });
  if (hash.digest('hex') !== file.sha256) throw differs(file);
  await session.closeFile(file.path, handle);
  const sent = await session.stat(file.path);
  if (sent?.bytes !== file.bytes)
    throw new StoreFailure(
      'protocol',
      `The store has ${sent?.bytes ?? 0} instead of ${file.bytes} bytes of ${file.path}.`,
    );
  return file.bytes - from;
}

/** Whether the file is at the store as it should be. Reads all of it, because SFTP servers do not hash. */
export async function isWhole(
  session: SftpSession,
  { path, bytes, sha256 }: Omit<PlacedFile, 'read'>,
  bytesThere: number,
): Promise<boolean> {
  if (bytesThere !== bytes) return false;
  const hash = createHash('sha256');
  for await (const piece of contentAt(session, path, bytes)) hash.update(piece);
  return hash.digest('hex') === sha256;
}

/** What the store has of the beginning of a file. */
interface Beginning {
  readonly bytes: number;
  readonly hash: Hash;
}

/** @returns as many bytes as are equal. */
async function equalBytes(session: SftpSession, file: PlacedFile, bytesThere: number): Promise<Beginning> {
  const hash = createHash('sha256');
  if (bytesThere === 0) return { bytes: 0, hash };
  const there = contentAt(session, file.path, Math.min(bytesThere, file.bytes));
  const own = new Pieces(file.read(0));
  let equal = 0;
  try {
    for await (const piece of there) {
      const expected = await own.take(piece.length);
      if (expected.length !== piece.length || Buffer.compare(expected, piece) !== 0) break;
      hash.update(piece);
      equal += piece.length;
    }
  } finally {
    await there.return(undefined);
    await own.end();
  }
  return { bytes: equal, hash };
}

/** Takes pieces of given sizes from a stream. */
class Pieces {
  readonly #stream: AsyncIterator<Uint8Array>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#stream = stream[Symbol.asyncIterator]();
  }

  /** @returns fewer bytes at the end. */
  async take(bytes: number): Promise<Buffer> {
    while (this.#left.length < bytes) {
      const { done, value } = await this.#stream.next();
      if (done) break;
      this.#left = Buffer.concat([this.#left, value]);
    }
    const taken = this.#left.subarray(0, bytes);
    this.#left = this.#left.subarray(bytes);
    return taken;
  }

  async end(): Promise<void> {
    await this.#stream.return?.();
  }
}

/** Reads ahead, in order. */
async function* contentAt(
  session: SftpSession,
  path: string,
  bytes: number,
): AsyncGenerator<Buffer, undefined> {
  const handle = await session.open(path, 'r');
  const ahead: Promise<Buffer>[] = [];
  let asked = 0;
  try {
    for (let at = 0; at < bytes; ) {
      while (ahead.length < IN_FLIGHT && asked < bytes) {
        const length = Math.min(PIECE_BYTES, bytes - asked);
        const piece = wholePiece(session, path, { handle, length, at: asked });
        // It is awaited later. A failure before is not unhandled.
        piece.catch(() => {});
        ahead.push(piece);
        asked += length;
      }
      const piece = await (ahead.shift() ?? Promise.resolve(Buffer.alloc(0)));
      if (piece.length === 0) return;
      at += piece.length;
      yield piece;
    }
  } finally {
    await session.closeFile(path, handle).catch(() => {});
  }
}

/** Servers may return less than was asked for. */
async function wholePiece(
  session: SftpSession,
  path: string,
  { handle, length, at }: { readonly handle: Buffer; readonly length: number; readonly at: number },
): Promise<Buffer> {
  const first = await session.read(path, handle, { length, at });
  if (first.length === 0 || first.length === length) return first;
  const rest = { handle, length: length - first.length, at: at + first.length };
  return Buffer.concat([first, await wholePiece(session, path, rest)]);
}

async function send(session: SftpSession, { file, handle, from, hash }: Sent): Promise<void> {
  const inFlight: Promise<void>[] = [];
  const mostInFlight = Math.ceil(BYTES_IN_FLIGHT / session.pieceBytes);
  let at = from;
  const buffer = Buffer.allocUnsafe(Math.min(session.pieceBytes, file.bytes - from));
  // A call copies what it writes, before it returns.
  for await (const bytes of partsIn(buffer, file.read(from))) {
    // Otherwise, a file without an end would be sent without an end.
    if (at + bytes.length > file.bytes) throw differs(file);
    hash.update(bytes);
    const written = session.write(file.path, handle, { bytes, at });
    written.catch(() => {});
    inFlight.push(written);
    at += bytes.length;
    if (inFlight.length >= mostInFlight) await inFlight.shift();
  }
  await Promise.all(inFlight);
}

interface Sent {
  readonly file: PlacedFile;
  readonly handle: Buffer;
  readonly from: number;
  /** Of the bytes before. */
  readonly hash: Hash;
}

const differs = ({ path }: PlacedFile): Error =>
  new Error(`The file of the package is not the one in its manifest: ${path}.`);
