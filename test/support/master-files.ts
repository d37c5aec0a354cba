/** The beginnings of audio and video files, as their formats describe them. */

export interface WaveParts {
  readonly id?: 'RIFF' | 'RF64' | 'BW64';
  readonly sampleRate?: number;
  readonly channels?: number;
  /** Chunks before the format. */
  readonly before?: readonly Buffer[];
  /** As the header and the data chunk give them; true sizes if missing. */
  readonly riffSize?: number;
  readonly dataSize?: number;
  readonly dataBytes?: number;
}

/** @param size as its header gives it, if that is not the length of the content. */
export function chunk(id: string, content: Buffer, size = content.length): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 0, 'latin1');
  header.writeUInt32LE(size, 4);
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

/** As WAVE_FORMAT_EXTENSIBLE with 24 bits, which files with more than two channels have. */
export function formatChunk(sampleRate = 48_000, channels = 12): Buffer {
  const content = Buffer.alloc(40);
  content.writeUInt16LE(0xfffe, 0);
  content.writeUInt16LE(channels, 2);
  content.writeUInt32LE(sampleRate, 4);
  content.writeUInt16LE(24, 14);
  content.writeUInt16LE(22, 16);
  return chunk('fmt ', content);
}

/** @example wave({ id: 'RF64', before: [chunk('ds64', Buffer.alloc(28))], riffSize: 0xffffffff }) */
export function wave({
  id = 'RIFF',
  sampleRate,
  channels,
  before = [],
  riffSize,
  dataSize,
  dataBytes = 100,
}: WaveParts = {}): Buffer {
  const data = chunk('data', Buffer.alloc(dataBytes), dataSize);
  return chunk(
    id,
    Buffer.concat([Buffer.from('WAVE'), ...before, formatChunk(sampleRate, channels), data]),
    riffSize,
  );
}

/** A file whose first box is ftyp. */
export function isoMedia(brand: string, { bytes = 1000, compatible = ['isom', 'mp42'] } = {}): Buffer {
  const content = Buffer.from(`ftyp${brand}\0\0\0\0${compatible.join('')}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([length, content, Buffer.alloc(bytes)]);
}
