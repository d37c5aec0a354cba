/** Reads the lines of lyrics in TTML (W3C Timed Text Markup Language 2), as stores have extended it. */
import { parseXml } from '../../xml/parse-xml.ts';
import { localName } from '../../xml/xml-tree.ts';
import type { LyricLine, Piece } from './lyric-lines.ts';

interface Open {
  readonly name: string;
  readonly role: string | undefined;
}

/**
 * Times of paragraphs count from the beginning of the recording, although their division may have a time as well.
 * TTML would add the two, but makers of lyrics do not. Times of words do so, too, unless they are before their
 * paragraph. Translations and transliterations are not words of the song.
 * @throws NotXml
 */
export function ttmlLines(document: string): readonly LyricLine[] {
  const lines: LyricLine[] = [];
  const open: Open[] = [];
  let paragraph: { readonly at: number | undefined; pieces: Piece[] } | undefined;
  let at: number | undefined;
  const endLine = () => {
    if (!paragraph) return;
    lines.push(placed(paragraph.at, paragraph.pieces));
    paragraph.pieces = [];
  };
  parseXml(document, {
    start(tag, attributes) {
      const name = localName(tag);
      const role = Object.entries(attributes).find(([key]) => localName(key) === 'role')?.[1];
      open.push({ name, role });
      const begin = millisecondsIn(attributes['begin']);
      if (name === 'p') paragraph = { at: begin, pieces: [] };
      if (name === 'br') endLine();
      if (name === 'span') at = begin ?? at;
    },
    text(text) {
      if (!paragraph || open.some(isOmitted)) return;
      paragraph.pieces.push({ at, text });
      at = undefined;
    },
    instruction() {},
    end() {
      const { name } = open.pop() ?? {};
      at = undefined;
      // Verses are divisions.
      if (name === 'div') lines.push({ at: undefined, pieces: [] });
      if (name !== 'p') return;
      endLine();
      paragraph = undefined;
    },
  });
  return lines;
}

/** Stores ask for these roles in lyrics with several languages. */
const isOmitted = ({ name, role }: Open): boolean =>
  name === 'metadata' || name === 'head' || (role !== undefined && /^x-(?:translation|roman)/.test(role));

/** A line without a time begins with its first word. */
function placed(line: number | undefined, pieces: readonly Piece[]): LyricLine {
  const first = pieces.find((piece) => piece.at !== undefined)?.at;
  const isRelative = line !== undefined && first !== undefined && first < line;
  return {
    at: line ?? first,
    pieces: pieces.map((piece) =>
      isRelative && piece.at !== undefined ? { ...piece, at: piece.at + line } : piece,
    ),
  };
}

const CLOCK = /^(?:(?:(\d+):)?([0-5]?\d):)?(\d+(?:\.\d+)?)$/;
const OFFSET = /^(\d+(?:\.\d+)?)(h|m|s|ms)$/;
const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** @returns undefined for times in frames and ticks, too, whose rate a file may not say. */
function millisecondsIn(text = ''): number | undefined {
  const [, count, unit = ''] = OFFSET.exec(text.trim()) ?? [];
  if (count !== undefined) return Math.round(Number(count) * (UNITS[unit] ?? 0));
  const [, hours = 0, minutes = 0, seconds] = CLOCK.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}
