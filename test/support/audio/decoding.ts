/** Decodes a file that is in memory. */
import { decoders } from '../../../shared/audio/decoding/decode.ts';
import type { AudioPiece } from '../../../shared/audio/decoding/decoded-audio.ts';
import { detectFormat } from '../../../shared/audio/decoding/detect-format.ts';
import { Pauses } from '../../../shared/audio/pauses.ts';
import { ByteStream } from '../../../shared/audio/reading/byte-stream.ts';

/** @returns the pieces, and what is known after the last of them. */
export async function decodedFile(file: Buffer) {
  const pauses = new Pauses();
  const from = (position: number) => new ByteStream(piecesOf(file.subarray(position)), position, pauses);
  const source = { bytes: from(0), from, pauses, decodesAac: true };
  const audio = await decoders[await detectFormat(source.bytes, source)](source);
  const pieces: AudioPiece[] = [];
  for await (const piece of audio.pieces) pieces.push(piece);
  const { bitDepth, expectedSeconds, faults = [], hasMore = false } = audio;
  return { pieces, bitDepth, expectedSeconds, faults, hasMore };
}

async function* piecesOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 1_000) yield file.subarray(at, at + 1_000);
}
