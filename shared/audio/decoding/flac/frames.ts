/** Finds the intact frames of a FLAC stream, so that damaged ones are skipped and junk is not collected. */
import { type FlacFrameHeader, flacFrameHeader, MAX_HEADER_BYTES } from './frame-header.ts';

const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
  return crc;
});

/** How many damaged frames are recognized by the number of the frame after them. */
const MAX_DAMAGED_FRAMES = 16;

/** Headers and checksums of a frame, at most. */
const OVERHEAD_BYTES = 256;
/** Encoders store samples that they cannot compress as they are, with 33 bits at most. */
const MAX_BYTES_PER_SAMPLE = 5;

export class FlacFrames {
  #buffer: Buffer = Buffer.alloc(0);
  /** The header of the frame at the start of the buffer. */
  #header: FlacFrameHeader | undefined;
  /** How far the frame was scanned, and the checksum of that part, which is 0 at its end. */
  #scanned = 0;
  #crc = 0;

  /** @returns the frames that are complete. */
  push(bytes: Buffer): Buffer[] {
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
    return [...this.#complete()];
  }

  /** @returns the last frames. */
  flush(): Buffer[] {
    // A tag of ID3v1 may follow.
    const end = this.#buffer.toString('latin1', this.#buffer.length - 128, this.#buffer.length - 125);
    if (end === 'TAG') {
      this.#buffer = this.#buffer.subarray(0, -128);
      this.#begin(0, this.#header);
    }
    // A frame of silence can be shorter than the longest header.
    const frames = [...this.#complete(0)];
    const isLast = this.#header !== undefined && this.#buffer.length > 0 && this.#crc === 0;
    return isLast ? [...frames, this.#buffer] : frames;
  }

  /** @param reserve how many bytes at the end are not yet scanned, as a header may be incomplete there. */
  *#complete(reserve = MAX_HEADER_BYTES): Generator<Buffer> {
    while (this.#header || this.#findFirst(reserve)) {
      const next = this.#scan(reserve);
      if (!next) break;
      if (this.#crc === 0) yield this.#buffer.subarray(0, this.#scanned);
      this.#begin(this.#scanned, next);
    }
    // What is longer than any frame cannot become one.
    if (this.#header && this.#scanned > maxBytes(this.#header)) this.#begin(this.#scanned, undefined);
  }

  #findFirst(reserve: number): boolean {
    for (let at = 0; at + reserve < this.#buffer.length; at++) {
      const header = this.#buffer[at] === 0xff ? flacFrameHeader(this.#buffer, at) : undefined;
      if (!header) continue;
      this.#begin(at, header);
      return true;
    }
    this.#begin(Math.max(0, this.#buffer.length - reserve), undefined);
    return false;
  }

  #begin(at: number, header: FlacFrameHeader | undefined): void {
    this.#buffer = this.#buffer.subarray(at);
    this.#header = header;
    this.#scanned = 0;
    this.#crc = 0;
  }

  /** @returns the header of the next frame, when the scan has reached it. */
  #scan(reserve: number): FlacFrameHeader | undefined {
    const buffer = this.#buffer;
    const end = buffer.length - reserve;
    let crc = this.#crc;
    let at = this.#scanned;
    for (; at < end; at++) {
      const byte = buffer[at] ?? 0;
      if (byte === 0xff && at > 0) {
        const next = flacFrameHeader(buffer, at);
        if (next && (crc === 0 || this.#isSoonAfter(next))) {
          this.#scanned = at;
          this.#crc = crc;
          return next;
        }
      }
      crc = (CRC16[(crc >>> 8) ^ byte] ?? 0) ^ ((crc << 8) & 0xffff);
    }
    this.#scanned = at;
    this.#crc = crc;
    return undefined;
  }

  /** A damaged frame ends at the header of one of the next frames. */
  #isSoonAfter({ number }: FlacFrameHeader): boolean {
    if (!this.#header) return false;
    const step = this.#header.nextNumber - this.#header.number;
    return number > this.#header.number && number <= this.#header.number + MAX_DAMAGED_FRAMES * step;
  }
}

const maxBytes = ({ samples, channels }: FlacFrameHeader): number =>
  OVERHEAD_BYTES + samples * channels * MAX_BYTES_PER_SAMPLE;
