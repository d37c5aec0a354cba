/** Reads the lines of lyrics in the formats of subtitles, SRT and WebVTT, as programs write them. */
import type { LyricLine, Piece } from './lyric-lines.ts';

const CLOCK = String.raw`(?:(\d+):)?(\d{1,3}):([0-5]?\d)(?:[.,](\d{1,3}))?`;
/** The line of a cue with its time. Some programs omit spaces and digits. */
const TIMING = /^\s*(\d[\d:.,]*)\s*-->/;
/** When the words after it begin. */
const WORD_TIME = new RegExp(`<(${CLOCK})>`);
/** Such as <i>, <v Nia>, and {\an8} for a place on the screen. */
const TAGS = /<\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi;
const CUE_NUMBER = /^\s*\d+\s*$/;

/** A line has no time if that of its cue cannot be read. */
export function cueLines(text: string): readonly LyricLine[] {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  // Without a time, blocks of WebVTT are comments and styles, and those of SRT are words after an empty line.
  const isWebVtt = /^\ufeff?WEBVTT/.test(text);
  const lines: LyricLine[] = [];
  let at: number | undefined;
  let hasBegun = false;
  for (const block of blocks) {
    const rows = block.split('\n');
    const timings = rows.map((row) => TIMING.exec(row)?.[1]);
    // A cue can have a number or a name before its time.
    const first = timings.findIndex((timing) => timing !== undefined);
    if (first === -1 && (isWebVtt || !hasBegun)) continue;
    for (const [index, row] of [...rows.entries()].slice(Math.max(first, 0))) {
      const timing = timings[index];
      const isNumber = timings[index + 1] !== undefined && CUE_NUMBER.test(row);
      if (timing !== undefined) at = millisecondsIn(timing);
      else if (!isNumber) lines.push({ at, pieces: piecesOf(row, at) });
    }
    hasBegun ||= first !== -1;
  }
  return lines;
}

/** Words before the first time of a word begin with the line. */
function piecesOf(row: string, at: number | undefined): Piece[] {
  const pieces: Piece[] = [];
  let rest = row;
  let from = at;
  for (let found = WORD_TIME.exec(rest); found; found = WORD_TIME.exec(rest)) {
    pieces.push({ at: from, text: wordsIn(rest.slice(0, found.index)) });
    from = millisecondsIn(found[1]);
    rest = rest.slice(found.index + found[0].length);
  }
  const last = { at: pieces.length === 0 ? undefined : from, text: wordsIn(rest) };
  return [...pieces.filter(({ text }) => text.trim() !== ''), last];
}

/** What WebVTT cannot have in words, and programs escape in SRT, too. */
const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|lrm|rlm));/gi;

const wordsIn = (row: string): string =>
  row.replace(TAGS, '').replace(REFERENCE, (reference, decimal, hexadecimal, name) => {
    if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? reference;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
  });

function millisecondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, hours = 0, minutes, seconds, fraction = ''] = new RegExp(`^${CLOCK}$`).exec(text) ?? [];
  if (minutes === undefined) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, '0'));
}
