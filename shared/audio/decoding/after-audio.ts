/** What follows the audio in files of chunks, because other programs may play it. */
import type { ByteStream } from '../reading/byte-stream.ts';
import { chunksAt, type ReadLength } from './chunks.ts';
import type { DecodedAudio } from './decoded-audio.ts';

interface FollowedAudio {
  readonly bytes: ByteStream;
  /** Where the audio ends, as its header states. */
  readonly end: number;
  /** The name of chunks with audio. */
  readonly id: string;
  readonly readLength: ReadLength;
}

const MORE = 'The file has more data after the audio that its header states. It was not analyzed.';

export function untilEnd(followed: FollowedAudio, { pieces, ...decoded }: DecodedAudio): DecodedAudio {
  const faults = [...(decoded.faults ?? [])];
  let hasMore = decoded.hasMore === true;
  const all = async function* () {
    yield* pieces;
    // A frame that is not complete is not decoded.
    await followed.bytes.skip(followed.end - followed.bytes.position);
    if (!(await hasMoreAudio(followed))) return;
    hasMore = true;
    faults.push(MORE);
  };
  return {
    ...decoded,
    faults,
    get hasMore() {
      return hasMore;
    },
    pieces: all(),
  };
}

/** Programs fill up files with less than this after the audio. */
const MAX_FILLING_BYTES = 65_536;

/** @returns whether more audio follows, or what is not a chunk. */
async function hasMoreAudio({ bytes, id: audio, readLength }: FollowedAudio): Promise<boolean> {
  for await (const { id, length } of chunksAt(bytes, readLength)) {
    if (id === audio) return length > 0;
    if (!/^[ -~]{4}$/.test(id)) return bytes.skip(MAX_FILLING_BYTES);
  }
  return (await bytes.peek(1)).length > 0;
}
