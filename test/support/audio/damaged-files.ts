/** Audio files that are damaged at random. The same number always gives the same file. */
import { once } from '../../../shared/platform/once.ts';
import { SeededRandom } from '../catalogue/random.ts';
import { chunk } from '../master-files.ts';
import { withChangedFrames, withPageChecksums } from './checksums.ts';
import { fixture } from './fixture.ts';
import { framesOfMp3, mp4File, sampleEntry } from './mp4-file.ts';
import { melody } from './sounds.ts';
import { aiffFile, waveFile } from './wave-file.ts';

export interface DamagedFile {
  /** Of the intact file. */
  readonly name: string;
  readonly bytes: Buffer;
}

const RATE = 8_000;
const ENCODED = ['mp3', 'aac', 'm4a', 'ogg', 'opus', 'flac', 'oga'].map((type) => `melody.${type}`);
const OTHERS = ['stereo.mp3', 'index-first.m4a', 'alac.m4a', 'fragmented.m4a'];

const intactFiles = once((): readonly DamagedFile[] => {
  const samples = melody(7, { seconds: 1, rate: RATE });
  const before = [chunk('bext', Buffer.alloc(602))];
  return [
    ...[...ENCODED, ...OTHERS].map((name) => ({ name, bytes: fixture(name) })),
    { name: 'mp3 in mp4', bytes: mp4File(framesOfMp3(fixture('melody.mp3')), { codec: sampleEntry(0x6b) }) },
    { name: 'tagged mp3', bytes: Buffer.concat([tag(3), tag(2_000), fixture('melody.mp3')]) },
    { name: 'wave', bytes: waveFile([samples, samples], { rate: RATE, bits: 24, before }) },
    { name: 'rf64', bytes: waveFile([samples], { rate: RATE, id: 'RF64', dataSize: 0xffffffff }) },
    { name: 'aiff', bytes: aiffFile([samples], { rate: RATE, compression: 'NONE' }) },
    { name: 'aiff-c', bytes: aiffFile([samples, samples], { rate: RATE, compression: 'fl32' }) },
  ];
});

function tag(bytes: number): Buffer {
  const header = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  header.writeUInt8(bytes >>> 7, 8);
  header.writeUInt8(bytes & 0x7f, 9);
  return Buffer.concat([header, Buffer.alloc(bytes)]);
}

/** Consecutive numbers are of different formats. */
export function damagedFile(number: number): DamagedFile {
  const files = intactFiles();
  const intact = files[number % files.length];
  if (!intact) throw new Error('There is no file.');
  const random = new SeededRandom(number);
  let bytes: Buffer = Buffer.from(intact.bytes);
  const changes = random.between(1, random.pick([1, 2, 4, 20]));
  for (let change = 0; change < changes && bytes.length > 0; change++)
    bytes = random.pick(damages)(bytes, random);
  return { name: intact.name, bytes: isDecoded(bytes, random) };
}

type Damage = (bytes: Buffer, random: SeededRandom) => Buffer;

/** Numbers that often are boundaries. */
const LIES = [0, 1, 2, 3, 7, 8, 9, 12, 13, 16, 0x7f, 0x80, 0xff, 0xffff, 0x1000000, 0x7fffffff, 0x80000000];

const flipped: Damage = (bytes, random) => {
  const at = place(bytes, random);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.between(0, 7)), at);
  return bytes;
};

const replaced: Damage = (bytes, random) => {
  bytes.writeUInt8(random.between(0, 255), place(bytes, random));
  return bytes;
};

/** Sets a length or another number to a wrong value. */
const lied: Damage = (bytes, random) => {
  const at = Math.min(place(bytes, random), bytes.length - 4);
  if (at < 0) return bytes;
  const value = random.pick([...LIES, 0xffffffff, bytes.length, random.between(0, bytes.length)]);
  const width = random.pick([1, 2, 4] as const);
  if (random.happens(0.5)) bytes.writeUIntBE(value % 256 ** width, at, width);
  else bytes.writeUIntLE(value % 256 ** width, at, width);
  return bytes;
};

const truncated: Damage = (bytes, random) =>
  random.happens(0.3) ? bytes.subarray(0, place(bytes, random) + 1) : bytes;

const cut: Damage = (bytes, random) => {
  const at = place(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 200))]);
};

const repeated: Damage = (bytes, random) => {
  const at = place(bytes, random);
  const part = bytes.subarray(at, at + random.between(1, 500));
  const times = random.between(1, 20);
  return Buffer.concat([bytes.subarray(0, at), ...new Array<Buffer>(times).fill(part), bytes.subarray(at)]);
};

const overwritten: Damage = (bytes, random) => {
  const at = place(bytes, random);
  const end = Math.min(bytes.length, at + random.between(1, 300));
  for (let position = at; position < end; position++) bytes.writeUInt8(random.between(0, 255), position);
  return bytes;
};

const filled: Damage = (bytes, random) => {
  const at = place(bytes, random);
  return bytes.fill(random.pick([0, 0xff]), at, Math.min(bytes.length, at + random.between(1, 2_000)));
};

/** Begins with one file and goes on with another. */
const joined: Damage = (bytes, random) => {
  const other = random.pick(intactFiles()).bytes;
  if (random.happens(0.7)) return bytes;
  return Buffer.concat([bytes.subarray(0, place(bytes, random)), other.subarray(place(other, random))]);
};

const damages = [flipped, replaced, lied, lied, truncated, cut, repeated, overwritten, filled, joined];

/**
 * Often where the file describes itself: at the start, and in the index of an MP4 file.
 * @returns a position in the file.
 */
function place(bytes: Buffer, random: SeededRandom): number {
  const last = Math.max(0, bytes.length - 1);
  const index = bytes.indexOf('moov');
  const isAtStart = index < 0 || random.happens(0.1);
  if (random.happens(0.4)) return random.between(0, last);
  return Math.min(last, (isAtStart ? 0 : index) + random.between(0, isAtStart ? 300 : 1_100));
}

/** Otherwise, only the check of the checksum would be tested. */
function isDecoded(bytes: Buffer, random: SeededRandom): Buffer {
  if (bytes.includes('OggS') && random.happens(0.7)) return withPageChecksums(bytes);
  if (!bytes.includes('fLaC') || random.happens(0.3)) return bytes;
  return withChangedFrames(bytes, (frame) => {
    if (frame.length > 0 && random.happens(0.2)) replaced(frame, random);
  });
}
