/** Reads the lines of lyrics in the formats of subtitles, SRT and WebVTT. */
import type { LyricLine } from './lyric-lines.ts';

const CUE = /^(?:(\d+):)?([0-5]\d):([0-5]\d)[.,](\d{3})\s+-->/;
/** Such as <i> and <v Nia>. */
const TAGS = /<\/?[a-z][^<>]*>/gi;

export function cueLines(text: string): readonly LyricLine[] {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  return blocks.flatMap((block) => {
    const lines = block.split('\n');
    // A cue can have a number or a name before its time. Blocks without a time are comments and styles.
    const index = lines.findIndex((line) => CUE.test(line.trim()));
    const [, hours = 0, minutes, seconds, fraction] = CUE.exec(lines[index]?.trim() ?? '') ?? [];
    if (index === -1) return [];
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
    const at = whole * 1000 + Number(fraction);
    return lines
      .slice(index + 1)
      .map((line) => ({ at, pieces: [{ at: undefined, text: line.replace(TAGS, '') }] }));
  });
}
