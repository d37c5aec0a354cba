/** Reads large rows of unknown size in small batches, within the read units of one request. */
import type { Item } from '../table/item.ts';
import type { Key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { type Problems, problem } from '../values/problems.ts';

const MAX_READ_UNITS = 1500;
/** After this many units, the size of the remaining rows is estimated. */
const MAX_LOOK_UNITS = 300;
const ROWS_PER_BATCH = 100;
/** DynamoDB reads 8 KB for a unit with eventual consistency, and 4 KB with strong consistency. */
const EVENTUAL_RATE = 0.5;

/** For the error message. */
interface Narrowing {
  /** The filter by which clients can reduce the number of rows. */
  readonly parent: string;
}

/**
 * Reads with strong consistency. If all rows would take too many units in this way, the others are read with
 * eventual consistency, for half the units.
 * @param mostUnits units of a consistent read of the largest possible row. @returns existing rows.
 * @throws search_too_large (400)
 */
export async function readLargeRows(
  table: Table,
  keys: readonly Key[],
  { mostUnits, parent }: Narrowing & { readonly mostUnits: number },
): Promise<readonly Item[]> {
  const { meter } = table;
  const rows: Item[] = [];
  /** Units for each unit of a consistent read. */
  let rate = 1;
  let consistentUnits = 0;
  let size = Math.floor(MAX_LOOK_UNITS / mostUnits);
  for (let done = 0; done < keys.length; ) {
    const part = keys.slice(done, done + size);
    const before = meter.readUnits;
    rows.push(...(await table.getMany(part, rate === 1)));
    consistentUnits += (meter.readUnits - before) / rate;
    done += part.length;
    const rest = (consistentUnits * (keys.length - done)) / done;
    const left = MAX_READ_UNITS - meter.readUnits;
    const isTold = meter.readUnits + mostUnits > MAX_LOOK_UNITS;
    if ((isTold && rest > left) || (done < keys.length && left < mostUnits)) rate = EVENTUAL_RATE;
    if (isTold && rest * rate > left) throw tooMuch(parent);
    size = Math.min(ROWS_PER_BATCH, Math.floor(left / (mostUnits * rate)));
    if (size === 0 && done < keys.length) throw tooMuch(parent);
  }
  return rows;
}

function tooMuch(parent: string): Problems {
  const parameter = `filter[${parent}]`;
  const detail = `The search would read too many records. Narrow it with ${parameter}.`;
  return problem('search_too_large', detail, { parameter });
}
