/** Reads an organization page by page: file by file, owner by owner. */
import type { Exporting, Line, MovedFile } from './moved-file.ts';

export interface MovedPage {
  readonly parts: readonly { readonly file: string; readonly lines: readonly Line[] }[];
  /** Position of the next page; null at the end. */
  readonly after: string | null;
}

export interface Order {
  readonly files: readonly MovedFile[];
  readonly organization: string;
  /** Sorted by age. */
  readonly users: readonly string[];
}

/** Far below the 6 MB of a function's response. A line has at most the size of a few rows. */
const PAGE_BYTES = 1_500_000;

/** @returns the position before everything. */
export const firstPosition = (order: Order): string | null => positionOf(firstCursor(order, order.files));

/** @param after `after` of the preceding page. */
export async function readPage(
  reading: Exporting,
  { order, after }: { order: Order; after: string },
  isTimeUp: () => boolean,
): Promise<MovedPage> {
  const parts: { file: string; lines: readonly Line[] }[] = [];
  let cursor = cursorOf(order, after);
  let bytes = 0;
  while (cursor && bytes < PAGE_BYTES && !isTimeUp()) {
    const { file, owner, position }: Cursor = cursor;
    const { lines, next } = await file.read(reading, owner, position);
    if (lines.length > 0) parts.push({ file: file.name, lines });
    bytes += Buffer.byteLength(JSON.stringify(lines));
    cursor = next === undefined ? cursorAfter(order, cursor) : { file, owner, position: next };
  }
  return { parts, after: positionOf(cursor) };
}

interface Cursor {
  readonly file: MovedFile;
  readonly owner: string;
  readonly position: string | undefined;
}

const positionOf = (cursor: Cursor | undefined): string | null =>
  cursor ? [cursor.file.name, cursor.owner, cursor.position].join(' ') : null;

const ownersOf = ({ organization, users }: Order, { owner }: MovedFile): readonly string[] =>
  owner === 'organization' ? [organization] : users;

function firstCursor(order: Order, files: readonly MovedFile[]): Cursor | undefined {
  for (const file of files) {
    const [owner] = ownersOf(order, file);
    if (owner !== undefined) return { file, owner, position: undefined };
  }
  return undefined;
}

function cursorAfter(order: Order, { file, owner }: Cursor): Cursor | undefined {
  const next = ownersOf(order, file).find((each) => Number(each) > Number(owner));
  if (next !== undefined) return { file, owner: next, position: undefined };
  return firstCursor(order, order.files.slice(order.files.indexOf(file) + 1));
}

/** @returns undefined if the text is not a position. */
function cursorOf({ files }: Order, text: string): Cursor | undefined {
  const [name, owner = '', ...position] = text.split(' ');
  const file = files.find((each) => each.name === name);
  return file && { file, owner, position: position.join(' ') || undefined };
}
