/** Reads the rows of many partitions page by page, several partitions at a time. */
import type { Item } from '../table/item.ts';
import type { Table } from '../table/table.ts';
import type { FilePage, Line } from './moved-file.ts';

interface Partitions {
  /** @returns the names of the partitions that follow, sorted; none at the end. */
  readonly following: (name: string) => Promise<readonly string[]>;
  readonly partitionOf: (name: string) => string;
  /** @returns a line for each row, in order. */
  readonly linesOf: (rows: readonly Item[]) => Promise<readonly Line[]>;
}

const ROWS_PER_QUERY = 20;
const PAGE_BYTES = 1_000_000;
/** Sort keys begin with digits and letters, and continue with characters between these. */
const [BEHIND, LAST] = ['!', '~'];
/** Between the name of a partition and the sort key of its last row that was read. */
const SEPARATOR = '|';

export async function readPartitions(
  table: Table,
  { following, partitionOf, linesOf }: Partitions,
  after: string | undefined,
): Promise<FilePage> {
  const [current = '', sort = ''] = after?.split(SEPARATOR) ?? [];
  const names = [...(sort === '' ? [] : [current]), ...(await following(current))];
  if (names.length === 0) return { lines: [], next: undefined };
  const read = async (name: string): Promise<{ name: string; row?: Item }[]> => {
    const from = name === current ? `${sort}${BEHIND}` : '';
    const range = { partition: partitionOf(name), from: from || BEHIND, upTo: LAST };
    const rows = await table.query({ ...range, limit: ROWS_PER_QUERY });
    const read = rows.map((row) => ({ name, row }));
    return rows.length < ROWS_PER_QUERY ? [...read, { name }] : read;
  };
  const parts = await Promise.all(names.map(read));
  // Partitions with further rows end the page.
  const end = parts.findIndex((part) => part.at(-1)?.row !== undefined);
  const reached = (end < 0 ? parts : parts.slice(0, end + 1)).flat();
  const lines = await linesOf(reached.flatMap(({ row }) => (row ? [row] : [])));
  return cut(reached, lines);
}

/** Ends the page where it is large enough. */
function cut(reached: readonly { name: string; row?: Item }[], all: readonly Line[]): FilePage {
  const lines: Line[] = [];
  let bytes = 0;
  let next = '';
  for (const { name, row } of reached) {
    next = row ? `${name}${SEPARATOR}${row['sk']}` : `${name}${SEPARATOR}`;
    const line = row && all[lines.length];
    if (!line) continue;
    lines.push(line);
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (bytes > PAGE_BYTES) break;
  }
  return { lines, next };
}
