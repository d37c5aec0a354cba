/** Writes elements of an SVG file. */

type Attributes = Readonly<Record<string, string | number>>;

/** Numbers with one decimal at most, which is a tenth of a pixel. */
const shown = (value: string | number): string =>
  typeof value === 'number' ? String(Math.round(value * 10) / 10) : escaped(value);

/** @param content further elements, or text that is escaped already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${shown(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>\n`;
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** @returns the text, truncated to the width, which can only be estimated. */
export function cut(text: string, fontSize: number, width: number): string {
  const letters = Array.from(text);
  let used = fontSize;
  const end = letters.findIndex((letter) => {
    used += fontSize * (letter > '\u2e7f' ? 1 : 0.55);
    return used > width;
  });
  return end < 0 ? text : `${letters.slice(0, end).join('')}…`;
}
