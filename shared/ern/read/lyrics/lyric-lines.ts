/** Lyrics as lines with times, which timed texts of all formats become, and as texts of the catalogue. */
import { lyricsFaults } from '../../../catalogue/rules/synced-lyrics.ts';
import { singleLine } from '../../../kit/values/single-line.ts';

export interface LyricLine {
  /** When it begins, in milliseconds; undefined if that is not known. */
  readonly at: number | undefined;
  /** Its text in pieces, of which some have times. */
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly at: number | undefined;
  readonly text: string;
}

export interface Lyrics {
  readonly lyrics?: string;
  readonly 'synced-lyrics'?: string;
}

/** @returns lyrics with times if each line has one and LRC can hold them, otherwise their words. */
export function lyricsFrom(lines: readonly LyricLine[]): Lyrics {
  const spoken = lines.filter((line) => wordsOf(line) !== '');
  const timed = spoken.flatMap((line) => (line.at === undefined ? [] : lrcLine(line, line.at)));
  const lrc = timed.join('\n');
  if (timed.length === spoken.length && lyricsFaults(lrc).length === 0) return { 'synced-lyrics': lrc };
  const words = lines.map(wordsOf).join('\n').trim();
  return words === '' ? {} : { lyrics: words };
}

const wordsOf = ({ pieces }: LyricLine): string => singleLine(pieces.map(({ text }) => text).join(''));

/** Without the times of words if these go back, as those of a second voice do. */
function lrcLine(line: LyricLine, at: number): string {
  const times = line.pieces.flatMap((piece) => piece.at ?? []);
  const isInOrder = times.every((time, index) => time >= (times[index - 1] ?? at));
  const hasWords = isInOrder && times.length > 1;
  const pieces = line.pieces.map(({ at: from, text }) =>
    hasWords && from !== undefined ? `<${lrcTime(from)}>${text}` : text,
  );
  return `[${lrcTime(at)}]${singleLine(pieces.join(''))}`;
}

/** @example lrcTime(83_450) // '01:23.45' */
function lrcTime(milliseconds: number): string {
  const [minutes, seconds] = [Math.floor(milliseconds / 60_000), Math.floor(milliseconds / 1000) % 60];
  const fraction = String(milliseconds % 1000).padStart(3, '0');
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(minutes)}:${two(seconds)}.${fraction.replace(/0$/, '')}`;
}
