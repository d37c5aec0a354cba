/** Escapes control characters: names chosen by users must not control the operator's terminal. */
export const printable = (text: string): string =>
  text.replace(/\p{C}/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
