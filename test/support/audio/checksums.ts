/** Makes damaged pages of Ogg and frames of FLAC reach their decoders, which otherwise never see them. */
import { FlacFrames } from '../../../shared/audio/decoding/flac/frames.ts';

const PAGE_HEADER_BYTES = 27;

/** @returns a copy in which every page of Ogg has its checksum. */
export function withPageChecksums(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  for (let at = copy.indexOf('OggS'); at >= 0; at = copy.indexOf('OggS', at + 4)) {
    if (at + PAGE_HEADER_BYTES > copy.length) break;
    const segments = copy.readUInt8(at + 26);
    const table = copy.subarray(at + PAGE_HEADER_BYTES, at + PAGE_HEADER_BYTES + segments);
    const end = at + PAGE_HEADER_BYTES + segments + table.reduce((sum, length) => sum + length, 0);
    copy.writeUInt32LE(0, at + 22);
    copy.writeUInt32LE(crc(copy.subarray(at, end), 32, 0x04c11db7), at + 22);
  }
  return copy;
}

/**
 * @param change of the content of a frame.
 * @returns a copy in which every frame of FLAC is changed and has its checksum.
 */
export function withChangedFrames(file: Buffer, change: (frame: Buffer) => void): Buffer {
  const copy = Buffer.from(file);
  const frames = new FlacFrames();
  for (const frame of [...frames.push(copy), ...frames.flush()]) {
    change(frame.subarray(16, -2));
    frame.writeUInt16BE(crc(frame.subarray(0, -2), 16, 0x8005), frame.length - 2);
  }
  return copy;
}

/** The checksums of FLAC and Ogg. */
export function crc(bytes: Buffer, width: 8 | 16 | 32, polynomial: number): number {
  const top = 2 ** (width - 1);
  let value = 0;
  for (const byte of bytes) {
    value = (value ^ (byte << (width - 8))) >>> 0;
    for (let bit = 0; bit < 8; bit++) {
      const isSet = value >= top;
      value = ((value << 1) ^ (isSet ? polynomial : 0)) >>> 0;
      if (width < 32) value &= 2 ** width - 1;
    }
  }
  return value;
}
