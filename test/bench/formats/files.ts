/** Files of every format that Debian's flac, ffmpeg and sox make of one recording. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melody, numbers } from '../../support/audio/sounds.ts';
import { waveFile } from '../../support/audio/wave-file.ts';

const SECONDS = 12;
const RATE = 44_100;

/** A command line whose words are separated by spaces. IN and OUT are paths. */
export interface FileToMake {
  readonly name: string;
  readonly command: string;
  /** The recording, if necessary with that many bits. */
  readonly bits?: number;
  /** After the file was made. */
  readonly changed?: (file: Buffer) => Buffer;
}

const ffmpeg = (options: string) => `ffmpeg -v error -y -i IN ${options} OUT`;
const sox = (options: string) => `sox -D IN ${options} OUT`;
const flac = (options: string) => `flac -s -f --lax ${options} IN -o OUT`;

const made = (files: Readonly<Record<string, string>>): FileToMake[] =>
  Object.entries(files).map(([name, command]) => ({ name, command }));

const waves = made({
  '8.wav': sox('-b 8'),
  '16.wav': sox('-b 16'),
  '24-extensible.wav': sox('-b 24'),
  '24.wav': ffmpeg('-c:a pcm_s24le'),
  '32.wav': sox('-b 32'),
  'f32.wav': ffmpeg('-c:a pcm_f32le'),
  'f64.wav': ffmpeg('-c:a pcm_f64le'),
  'mono-22050.wav': ffmpeg('-ac 1 -ar 22050'),
  '8000.wav': ffmpeg('-ar 8000'),
  '96000-24.wav': ffmpeg('-ar 96000 -c:a pcm_s24le'),
  '192000-24.wav': ffmpeg('-ar 192000 -c:a pcm_s24le'),
  'surround-16.wav': ffmpeg('-ac 6 -c:a pcm_s16le'),
  'surround-24-48000.wav': ffmpeg('-ac 8 -ar 48000 -c:a pcm_s24le'),
  'rf64.wav': ffmpeg('-rf64 always -c:a pcm_s24le'),
  'through-a-pipe.wav': 'sox -D IN -b 16 -t wav - | cat > OUT',
  'through-a-pipe-of-ffmpeg.wav': 'ffmpeg -v error -i IN -f wav - | cat > OUT',
});

const aiffs = made({
  '8.aiff': sox('-b 8'),
  '16.aiff': sox('-b 16'),
  '24.aiff': sox('-b 24'),
  '32.aiff': sox('-b 32'),
  '16.aifc': sox('-b 16 -t aiffc'),
  'sowt.aifc': ffmpeg('-c:a pcm_s16le -f aiff'),
  '24-96000.aiff': ffmpeg('-ar 96000 -c:a pcm_s24be'),
  'f32.aifc': ffmpeg('-c:a pcm_f32be -f aiff'),
  'f64.aifc': ffmpeg('-c:a pcm_f64be -f aiff'),
  'through-a-pipe.aiff': 'sox -D IN -b 16 -t aiff - | cat > OUT',
});

const flacs: FileToMake[] = [
  ...Array.from({ length: 29 }, (_, index) => ({
    name: `${index + 4}-bits.flac`,
    command: flac(''),
    bits: index + 4,
  })),
  ...[
    ['fastest.flac', flac('-0')],
    ['best.flac', flac('-8')],
    ['32nd-order.flac', flac('-8 -l 32 -b 8192 -r 15')],
    ['no-mid-side.flac', flac('--no-mid-side -5')],
    ['adaptive-mid-side.flac', flac('-1')],
    ['blocks-of-16.flac', flac('-b 16')],
    ['blocks-of-1937.flac', flac('-b 1937')],
    ['blocks-of-65535.flac', flac('-b 65535')],
    ['verbatim.flac', flac('-l 0 -b 4096 --disable-fixed-subframes --disable-constant-subframes')],
    ['in-ogg.oga', flac('--ogg')],
    ['in-ogg-24.oga', flac('--ogg')],
    ['with-padding.flac', flac('-P 4000000')],
    ['through-a-pipe.flac', 'cat IN | flac -s - -c | cat > OUT'],
  ].map(([name = '', command = '']) => ({ name, command, bits: name.includes('24') ? 24 : 16 })),
  ...made({
    'mono.flac': ffmpeg('-ac 1 -sample_fmt s16'),
    '24-96000.flac': ffmpeg('-ar 96000 -sample_fmt s32'),
    '24-192000.flac': ffmpeg('-ar 192000 -sample_fmt s32'),
    'surround.flac': ffmpeg('-ac 6 -sample_fmt s16'),
    'eight-channels-24.flac': ffmpeg('-ac 8 -sample_fmt s32'),
    'of-sox-24.flac': sox('-b 24'),
  }),
  {
    name: 'after-id3.flac',
    command: flac(''),
    bits: 16,
    changed: (file) => Buffer.concat([id3(5_000), file]),
  },
];

const mp3s: FileToMake[] = [
  ...made({
    'cbr-128.mp3': ffmpeg('-b:a 128k'),
    'cbr-320.mp3': ffmpeg('-b:a 320k'),
    'cbr-without-xing.mp3': ffmpeg('-b:a 192k -write_xing 0'),
    'vbr-0.mp3': ffmpeg('-q:a 0'),
    'vbr-4.mp3': ffmpeg('-q:a 4'),
    'vbr-9.mp3': ffmpeg('-q:a 9'),
    'vbr-without-xing.mp3': ffmpeg('-q:a 2 -write_xing 0'),
    'abr-160.mp3': ffmpeg('-abr 1 -b:a 160k'),
    'mono-64.mp3': ffmpeg('-ac 1 -b:a 64k'),
    'left-and-right.mp3': ffmpeg('-joint_stereo 0 -b:a 192k'),
    '48000.mp3': ffmpeg('-ar 48000 -b:a 192k'),
    '32000.mp3': ffmpeg('-ar 32000 -b:a 96k'),
    '24000.mp3': ffmpeg('-ar 24000 -b:a 64k'),
    '22050-mono.mp3': ffmpeg('-ar 22050 -ac 1 -b:a 32k'),
    '16000.mp3': ffmpeg('-ar 16000 -b:a 48k'),
    '12000.mp3': ffmpeg('-ar 12000 -b:a 24k'),
    '11025.mp3': ffmpeg('-ar 11025 -b:a 24k'),
    '8000-mono.mp3': ffmpeg('-ar 8000 -ac 1 -b:a 8k'),
    'id3-2.3.mp3': ffmpeg('-b:a 192k -id3v2_version 3 -metadata title=A'),
    'id3-2.4-and-1.mp3': ffmpeg('-b:a 192k -id3v2_version 4 -write_id3v1 1 -metadata title=A'),
    'of-shine.mp3': ffmpeg('-c:a libshine -b:a 128k'),
  }),
  {
    name: 'large-id3.mp3',
    command: ffmpeg('-b:a 192k'),
    changed: (file) => Buffer.concat([id3(2_000_000), file]),
  },
];

const oggs = made({
  'q0.ogg': ffmpeg('-c:a libvorbis -q:a 0'),
  'q3.ogg': ffmpeg('-c:a libvorbis -q:a 3'),
  'q10.ogg': ffmpeg('-c:a libvorbis -q:a 10'),
  'of-sox.ogg': sox('-C 5'),
  'mono-8000.ogg': ffmpeg('-c:a libvorbis -ar 8000 -ac 1'),
  '48000.ogg': ffmpeg('-c:a libvorbis -ar 48000'),
  '96000.ogg': ffmpeg('-c:a libvorbis -ar 96000'),
  'surround.ogg': ffmpeg('-c:a libvorbis -ac 6'),
  '16k-mono.opus': ffmpeg('-c:a libopus -ac 1 -b:a 16k'),
  '96k.opus': ffmpeg('-c:a libopus -b:a 96k'),
  '256k.opus': ffmpeg('-c:a libopus -b:a 256k'),
  'constant.opus': ffmpeg('-c:a libopus -b:a 64k -vbr off'),
  'long-frames.opus': ffmpeg('-c:a libopus -b:a 64k -frame_duration 60'),
  'voice.opus': ffmpeg('-c:a libopus -b:a 24k -application voip'),
  'surround.opus': ffmpeg('-c:a libopus -ac 6 -mapping_family 1 -b:a 256k'),
});

const aacs = made({
  '128k.aac': ffmpeg('-c:a aac -b:a 128k'),
  'mono-64k.aac': ffmpeg('-c:a aac -ac 1 -b:a 64k'),
  '48000.aac': ffmpeg('-c:a aac -ar 48000 -b:a 192k'),
  '128k.m4a': ffmpeg('-c:a aac -b:a 128k'),
  'index-first.m4a': ffmpeg('-c:a aac -b:a 128k -movflags +faststart'),
  'mono-32000.m4a': ffmpeg('-c:a aac -ac 1 -ar 32000 -b:a 64k'),
  '96000.m4a': ffmpeg('-c:a aac -ar 96000 -b:a 256k'),
  'surround.m4a': ffmpeg('-c:a aac -ac 6 -b:a 384k'),
  'quicktime.mov': ffmpeg('-c:a aac -b:a 128k'),
  'mp3-in.mp4': ffmpeg('-c:a libmp3lame -b:a 128k'),
  'alac-16.m4a': ffmpeg('-c:a alac -sample_fmt s16p'),
  'alac-24.m4a': ffmpeg('-c:a alac -sample_fmt s32p'),
  'alac-surround.m4a': ffmpeg('-c:a alac -ac 6'),
  'alac-mono-96000.m4a': ffmpeg('-c:a alac -ac 1 -ar 96000 -sample_fmt s32p'),
});

export const filesToMake: readonly FileToMake[] = [...waves, ...aiffs, ...flacs, ...mp3s, ...oggs, ...aacs];

/** Writes a file into a folder. @returns its path. */
export function make({ name, command, bits = 0, changed }: FileToMake, folder: string): string {
  const path = join(folder, name);
  const words = command.replaceAll('IN', recording(folder, bits)).replaceAll('OUT', path);
  execFileSync('sh', ['-c', words], { stdio: ['ignore', 'ignore', 'pipe'] });
  if (changed) writeFileSync(path, changed(readFileSync(path)));
  return path;
}

const written = new Map<number, string>();

/** @param bits 0 for floating-point samples. */
function recording(folder: string, bits: number): string {
  const known = written.get(bits);
  if (known !== undefined) return known;
  const path = join(folder, `recording-${bits}.wav`);
  const container = (Math.ceil(bits / 8) * 8 || 32) as 8 | 16 | 24 | 32;
  const options = bits === 0 ? { isFloat: true, bits: 32 as const } : { bits: container, usedBits: bits };
  writeFileSync(path, waveFile(channels(), { rate: RATE, ...options }));
  written.set(bits, path);
  return path;
}

/** Two melodies with a little noise, so that all bits are used. */
const channels = (): Float32Array[] =>
  [1, 2].map((seed) => {
    const next = numbers(seed);
    return melody(seed, { seconds: SECONDS, rate: RATE }).map((sample) => sample + (next() - 0.5) / 1000);
  });

function id3(bytes: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (bytes >>> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), Buffer.from(size), Buffer.alloc(bytes)]);
}
