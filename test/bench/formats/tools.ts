/** What Debian's tools say of a file of audio. */
import { spawnSync } from 'node:child_process';

export interface Said {
  readonly seconds: number;
  /** In dBFS. */
  readonly peak: number;
}

function output(program: string, ...options: readonly string[]): Buffer | undefined {
  const { status, stdout } = spawnSync(program, options, { maxBuffer: 4e9 });
  return status === 0 && stdout.length > 0 ? stdout : undefined;
}

const MEASURED = /I:\s+(-?[\d.]+|-inf|nan) LUFS/g;

/** @returns undefined if ffmpeg cannot decode the file. */
export function ffmpegSays(path: string): (Said & { readonly loudness: number }) | undefined {
  const [rate = 0, channels = 0] = (
    output(
      'ffprobe',
      ...words('-v error -select_streams a:0 -show_entries stream=sample_rate,channels -of csv=p=0'),
      path,
    )
      ?.toString()
      .split(/[,\n]/) ?? []
  ).map(Number);
  const raw = output('ffmpeg', '-v', 'error', '-i', path, ...words('-map 0:a:0 -f f32le -'));
  if (!raw || !(rate > 0)) return undefined;
  const samples = new Float32Array(raw.buffer, raw.byteOffset, Math.floor(raw.length / 4));
  const { stderr } = spawnSync('ffmpeg', ['-i', path, ...words('-map 0:a:0 -af ebur128 -f null -')]);
  const loudness = Number([...stderr.toString().matchAll(MEASURED)].at(-1)?.[1]);
  return { seconds: samples.length / channels / rate, peak: decibels(highest(samples)), loudness };
}

/** @returns undefined if sox does not know the format. */
export function soxSays(path: string): Said | undefined {
  const { status, stderr } = spawnSync('sox', [path, '-n', 'stat']);
  if (status !== 0) return undefined;
  const figure = (name: string) =>
    Number(new RegExp(`${name}[^:]*:\\s*(-?[\\d.]+)`).exec(stderr.toString())?.[1]);
  const peak = Math.max(figure('Maximum amplitude'), -figure('Minimum amplitude'));
  return { seconds: figure('Length'), peak: decibels(peak) };
}

/** @returns undefined if flac cannot decode the file. */
export function flacSays(path: string): Said | undefined {
  const wave = output('flac', ...words('-s -d -F -c'), path);
  const at = wave?.indexOf('data', 12, 'latin1') ?? -1;
  if (!wave || at < 0) return undefined;
  const [channels, rate, frameBytes] = [wave.readUInt16LE(22), wave.readUInt32LE(24), wave.readUInt16LE(32)];
  const sampleBytes = frameBytes / channels;
  const data = wave.subarray(at + 8);
  let highest = 0;
  for (let place = 0; place + sampleBytes <= data.length; place += sampleBytes) {
    // Samples of WAVE files with 8 bits are unsigned.
    const sample = sampleBytes === 1 ? data.readUInt8(place) - 128 : data.readIntLE(place, sampleBytes);
    highest = Math.max(highest, Math.abs(sample));
  }
  const peak = decibels(highest / 2 ** (8 * sampleBytes - 1));
  return { seconds: data.length / frameBytes / rate, peak };
}

/** @returns undefined if fpcalc cannot decode the file. */
export function fpcalcSays(path: string): Uint32Array | undefined {
  // It exits with 3 at the end of some files that it has read.
  const { stdout } = spawnSync('fpcalc', ['-raw', '-length', '0', path], { maxBuffer: 1e9 });
  const [, items = ''] = /FINGERPRINT=([\d,]*)/.exec(stdout.toString()) ?? [];
  return items === '' ? undefined : Uint32Array.from(items.split(',').map(Number));
}

const words = (text: string): string[] => text.split(' ');

function highest(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

const decibels = (level: number): number => 20 * Math.log10(level);
