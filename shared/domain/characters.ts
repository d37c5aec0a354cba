/** Characters that a text may not hold, and those that show nothing on a screen. */

/** Cc: C0, DEL and C1; tabs and line ends are among them. U+2028 and U+2029 end a line, too. */
const CONTROL_OR_LINE_END = /[\p{Cc}\u2028\u2029]/u;
const CONTROL = /[^\P{Cc}\t\n\r]/u;

/**
 * Spaces, controls, format characters (joiners, direction marks), what Unicode tells fonts to leave blank (Hangul
 * fillers, variation selectors), and the three symbols that are drawn blank: an empty Braille cell, the Khitan filler,
 * and the null notehead.
 */
const BLANK = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Z}\\p{Default_Ignorable_Code_Point}\\u2800\\u{16fe4}\\u{1d159}';
const VISIBLE = new RegExp(`[^${BLANK}]`, 'u');
const BLANK_OTHER_THAN_SPACE = new RegExp(`(?! )[${BLANK}]`, 'u');

export const hasControlsOrLineEnds = (text: string): boolean => CONTROL_OR_LINE_END.test(text);

/** Tabs and line ends do not count. */
export const hasControls = (text: string): boolean => CONTROL.test(text);

/** False for an empty text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Whether any character but the plain space (U+0020) shows nothing. */
export const hidesCharacters = (text: string): boolean => BLANK_OTHER_THAN_SPACE.test(text);
