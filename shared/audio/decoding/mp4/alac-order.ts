/** Apple Lossless has the channels of surround sound in an order that begins with the one in the middle. */
import type { AudioPiece } from '../decoded-audio.ts';

/** By number of channels: where the channels of WAVE are. */
const orders: Readonly<Record<number, readonly number[]>> = {
  3: [1, 2, 0],
  4: [1, 2, 0, 3],
  5: [1, 2, 0, 3, 4],
  6: [1, 2, 0, 5, 3, 4],
  7: [1, 2, 0, 6, 5, 3, 4],
  8: [3, 4, 0, 7, 5, 6, 1, 2],
};

export async function* inWaveOrder(pieces: AsyncIterable<AudioPiece>): AsyncGenerator<AudioPiece> {
  for await (const { sampleRate, channels } of pieces) {
    const order = orders[channels.length];
    yield { sampleRate, channels: order?.flatMap((from) => channels[from] ?? []) ?? channels };
  }
}
