/** Counts characters, and detects control characters, line ends and invisible characters. */

/** Cc covers C0, DEL and C1, including tabs and line ends. U+2028 and U+2029 also end a line. */
const CONTROL_OR_LINE_END = /[\p{Cc}\u2028\u2029]/u;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * Private use characters (U+E000 to U+F8FF, planes 15 and 16), which each program shows differently or not at
 * all; noncharacters (U+FDD0 to U+FDEF, and the last two of each plane), which are not for exchange; and
 * direction overrides (U+202D, U+202E), which let a text look like another. Joiners (U+200C, U+200D),
 * direction marks, embeddings and isolates are not among them, because scripts need them.
 */
const UNREADABLE = '\\p{Co}\\p{Noncharacter_Code_Point}\\u202d\\u202e';

/**
 * Unreadable characters, spaces, controls, format characters (joiners, direction marks), default-ignorable
 * characters (Hangul fillers, variation selectors), and three blank symbols (Braille cell, Khitan filler,
 * null notehead).
 */
const BLANK = `${UNREADABLE}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800\\u{16fe4}\\u{1d159}`;
/** Compiled on first use, because that takes a millisecond. */
let visible: RegExp | undefined;
let blankOtherThanSpace: RegExp | undefined;
let unreadable: RegExp | undefined;

export const hasControlsOrLineEnds = (text: string): boolean => CONTROL_OR_LINE_END.test(text);

/** Ignores tabs and line ends. */
export const hasControls = (text: string): boolean => CONTROL.test(text);

export function isVisible(text: string): boolean {
  visible ??= new RegExp(`[^${BLANK}]`, 'u');
  return visible.test(text);
}

/** @returns whether the text contains private use characters, noncharacters or direction overrides. */
export function hasUnreadable(text: string): boolean {
  unreadable ??= new RegExp(`[${UNREADABLE}]`, 'u');
  return unreadable.test(text);
}

export const unreadableMessage =
  'must not contain invisible characters, such as private use characters, noncharacters and direction overrides';

/** @returns whether the text contains an invisible character other than the plain space (U+0020). */
export function hidesCharacters(text: string): boolean {
  blankOtherThanSpace ??= new RegExp(`(?! )[${BLANK}]`, 'u');
  return blankOtherThanSpace.test(text);
}

/** @returns the length in code points. `length` would count most emoji as two. */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};
