/**
 * Compares what is analyzed in files of all formats with Debian's ffmpeg, sox, flac and fpcalc, which it needs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Listened } from '../../../shared/audio/heard.ts';
import { distance } from '../../support/audio/fixture.ts';
import { listenToFile } from '../../support/audio/listening.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';
import { filesToMake, make } from './files.ts';
import { ffmpegSays, flacSays, fpcalcSays, type Said, soxSays } from './tools.ts';

/** What may differ: seconds, LU and dB. */
const TOLERATED = { seconds: 0.05, loudness: 0.2, peak: 0.2 };
/** Of 32 bits. Decoders of lossy formats round differently. */
const TOLERATED_BITS = 0.5;

/** Prints a table in Markdown of the files in a folder, or of files that it makes. */
export async function formats(folder?: string): Promise<void> {
  trustReceivers();
  const made = folder === undefined ? mkdtempSync(join(tmpdir(), 'formats-')) : undefined;
  const paths = made
    ? filesToMake.map((file) => make(file, made))
    : readdirSync(folder ?? '').map((name) => join(folder ?? '', name));
  console.log(
    '| File | Seconds | LUFS | Peak | sox or flac | fpcalc | |\n| --- | --: | --: | --: | --: | --: | --- |',
  );
  let different = 0;
  for (const path of paths) {
    const { cells, isEqual } = compared(path, await listenToFile(readFileSync(path)));
    if (!isEqual) different += 1;
    console.log(`| ${[basename(path), ...cells, isEqual ? '' : 'differs'].join(' | ')} |`);
    stopReceivers();
  }
  console.log(`\n${paths.length} files, of which ${different} differ.`);
  if (made) rmSync(made, { recursive: true });
}

function compared(path: string, listened: Listened): { cells: string[]; isEqual: boolean } {
  const ffmpeg = ffmpegSays(path);
  if (listened.is !== 'heard') {
    const said = listened.is === 'failed' ? listened.reason : listened.error;
    return {
      cells: [`**${said}** (ffmpeg: ${shown(ffmpeg?.seconds, 2)})`, '', '', '', ''],
      isEqual: !ffmpeg,
    };
  }
  const { duration, loudness, peak, prints, warnings } = listened.heard;
  const other = otherSays(path);
  const bits = difference(prints.get(1) ?? new Uint32Array(), fpcalcSays(path));
  const isEqual =
    agrees(duration, ffmpeg?.seconds, TOLERATED.seconds) &&
    agrees(loudness ?? Number.NEGATIVE_INFINITY, ffmpeg?.loudness, TOLERATED.loudness) &&
    agrees(peak ?? Number.NEGATIVE_INFINITY, ffmpeg?.peak, TOLERATED.peak) &&
    agrees(duration, other?.seconds, TOLERATED.seconds) &&
    agrees(peak ?? Number.NEGATIVE_INFINITY, other?.peak, TOLERATED.peak) &&
    (bits ?? 0) <= TOLERATED_BITS;
  const cells = [
    pair(duration, ffmpeg?.seconds, 3),
    pair(loudness, ffmpeg?.loudness, 1),
    pair(peak, ffmpeg?.peak, 2),
    other ? `${shown(other.seconds, 3)}, ${shown(other.peak, 2)}` : '–',
    bits === undefined ? '–' : bits === 0 ? 'equal' : `${bits.toFixed(2)} bits`,
  ];
  return { cells: [...cells.slice(0, -1), [cells.at(-1), ...warnings].join(' ')], isEqual };
}

/** Sox plays the silence that encoders of MP3 add. */
function otherSays(path: string): Said | undefined {
  if (path.endsWith('.mp3')) return undefined;
  return /\.(flac|oga)$/.test(path) ? flacSays(path) : soxSays(path);
}

/** A value that a tool does not report counts as equal. */
const agrees = (ours: number, theirs: number | undefined, tolerated: number): boolean =>
  theirs === undefined || Number.isNaN(theirs) || ours === theirs || Math.abs(ours - theirs) <= tolerated;

/** @returns how many of 32 bits differ on average; 32 for prints of different lengths. */
function difference(ours: Uint32Array, theirs: Uint32Array | undefined): number | undefined {
  if (!theirs) return undefined;
  return Math.abs(ours.length - theirs.length) > 1 ? 32 : distance(ours, theirs);
}

const pair = (ours: number | null, theirs: number | undefined, digits: number): string =>
  `${shown(ours ?? Number.NEGATIVE_INFINITY, digits)} / ${shown(theirs, digits)}`;

const shown = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '–';
