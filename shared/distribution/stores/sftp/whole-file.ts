/** Reads a small file of a store. */
import type { SftpSession } from './sftp-session.ts';

const PIECE_BYTES = 32_768;

/** @returns at most so many bytes, also if the file has grown. */
export async function wholeFile(session: SftpSession, path: string, bytes: number): Promise<Buffer> {
  const handle = await session.open(path, 'r');
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes; ) {
    const piece = await session.read(path, handle, { length: Math.min(PIECE_BYTES, bytes - at), at });
    if (piece.length === 0) break;
    pieces.push(piece);
    at += piece.length;
  }
  await session.closeFile(path, handle);
  return Buffer.concat(pieces);
}
