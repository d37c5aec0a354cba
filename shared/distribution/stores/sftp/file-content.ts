/** Reads a file of a store of any length, in pieces that are asked for ahead. */
import type { SftpSession } from './sftp-session.ts';

const PIECE_BYTES = 32_768;
/** Pieces that are asked for before the first of them has come. */
const AHEAD = 16;

/** @param bytes its length. What is added later is not read. @throws StoreFailure */
export async function* fileContent(
  session: SftpSession,
  path: string,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  const handle = await session.open(path, 'r');
  const asked: Promise<Buffer>[] = [];
  let next = 0;
  const ask = () => {
    const piece = wholePiece(session, {
      path,
      handle,
      at: next,
      length: Math.min(PIECE_BYTES, bytes - next),
    });
    // It may be rejected before it is awaited.
    piece.catch(() => {});
    asked.push(piece);
    next += PIECE_BYTES;
  };
  try {
    while (next < bytes || asked.length > 0) {
      while (next < bytes && asked.length < AHEAD) ask();
      const piece = await asked.shift();
      if (!piece || piece.length === 0) return;
      yield piece;
    }
  } finally {
    await Promise.allSettled(asked);
    await session.closeFile(path, handle).catch(() => {});
  }
}

interface Piece {
  readonly path: string;
  readonly handle: Buffer;
  readonly at: number;
  readonly length: number;
}

/** Servers can return less than they are asked for. @returns less at the end of the file only. */
async function wholePiece(session: SftpSession, { path, handle, at, length }: Piece): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let read = 0;
  while (read < length) {
    const piece = await session.read(path, handle, { length: length - read, at: at + read });
    if (piece.length === 0) break;
    pieces.push(piece);
    read += piece.length;
  }
  return Buffer.concat(pieces);
}
