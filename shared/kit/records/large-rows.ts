/** Rows that can be large, and whose sizes are not known before: read a few at a time, within what one request may read. */
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Problems, problem } from '../values/problems.ts';

const MAX_READ_UNITS = 1500;
/** Once so much may have been read, the rest is judged by it. */
const MAX_LOOK_UNITS = 300;
/** A call to the table returns at most 1 MB of an index. */
const UNITS_PER_PAGE = 128;
const ROWS_PER_BATCH = 100;

/** A client reads less when it asks for fewer parents. */
interface Narrowing {
  /** The filter by which it names them. */
  readonly parent: string;
}

/**
 * @param mostUnits that one row can take. @returns the rows that exist, as last written.
 * @throws search_too_large (400)
 */
export async function readLargeRows(
  table: Table,
  keys: readonly Key[],
  { mostUnits, parent }: Narrowing & { readonly mostUnits: number },
): Promise<readonly Item[]> {
  const { meter } = table;
  const before = meter.readUnits;
  const rows: Item[] = [];
  let size = Math.floor(MAX_LOOK_UNITS / mostUnits);
  for (let done = 0; done < keys.length; ) {
    const part = keys.slice(done, done + size);
    rows.push(...(await table.getMany(part, true)));
    done += part.length;
    const rest = ((meter.readUnits - before) * (keys.length - done)) / done;
    const left = MAX_READ_UNITS - meter.readUnits;
    if (rest > left && meter.readUnits + mostUnits > MAX_LOOK_UNITS) throw tooMuch(parent);
    size = Math.min(ROWS_PER_BATCH, Math.floor(left / mostUnits));
    if (size === 0 && done < keys.length) throw tooMuch(parent);
  }
  return rows;
}

/** @returns what to call between two pages of a query of an index. @throws search_too_large (400) */
export const withinReach =
  (table: Table, { parent }: Narrowing) =>
  (): void => {
    if (table.meter.readUnits + UNITS_PER_PAGE > MAX_READ_UNITS) throw tooMuch(parent);
  };

function tooMuch(parent: string): Problems {
  const parameter = `filter[${parent}]`;
  const detail = `There is too much to look through: narrow the list with ${parameter}.`;
  return problem('search_too_large', detail, { parameter });
}
