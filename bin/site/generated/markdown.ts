/** Parts of pages in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export const bullets = (paragraphs: readonly string[]): string =>
  paragraphs.map((each) => `- ${each.replaceAll('\n', '\n  ')}`).join('\n');
