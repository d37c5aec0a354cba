/** Cuts a stream of MP3 or AAC into portions of frames that follow each other, so that junk does not reach a decoder. */
import type { ByteStream } from '../reading/byte-stream.ts';
import { frameAt, isAtEnd, type MpegFrame } from './mpeg-frames.ts';

/** The longest frames have 8191 bytes. */
const LOOKAHEAD_BYTES = 16_384;

interface Head {
  readonly bytes: Buffer;
  readonly kind: MpegFrame['kind'];
  /** Where the portion may end. More bytes follow, unless the file ends. */
  readonly end: number;
  readonly isWhole: boolean;
}

/** In a portion, because an empty frame of AAC takes the decoder half a millisecond. */
const MAX_FRAMES = 16;

/** @param kind of the frames. Others are junk. */
export async function* mpegPortions(
  bytes: ByteStream,
  { kind, size }: { readonly kind: MpegFrame['kind']; readonly size: number },
): AsyncGenerator<Buffer> {
  for (;;) {
    const head = await bytes.peek(size + LOOKAHEAD_BYTES);
    if (head.length === 0) return;
    const isWhole = head.length < size + LOOKAHEAD_BYTES;
    const { start, end } = firstRun({ bytes: head, kind, end: isWhole ? head.length : size, isWhole });
    await bytes.skip(start);
    if (end > start) yield await bytes.take(end - start);
  }
}

function firstRun(head: Head): { start: number; end: number } {
  for (let start = 0; start < head.end; start++) {
    let end = start;
    for (let frames = 0; end < head.end && frames < MAX_FRAMES; frames++) {
      const next = head.bytes[end] === 0xff ? endOfFrame(head, end) : 0;
      if (next === 0) break;
      end = next;
    }
    if (end > start) return { start, end };
  }
  return { start: head.end, end: head.end };
}

/** @returns 0 if no frame begins there, or nothing that can be one follows it. */
function endOfFrame({ bytes, kind, isWhole }: Head, position: number): number {
  const frame = frameAt(bytes, position);
  if (frame?.kind !== kind) return 0;
  const end = position + frame.length;
  const isFollowed = frameAt(bytes, end)?.kind === kind || (isWhole && isAtEnd(bytes, end));
  return isFollowed ? end : 0;
}
