/**
 * Rows that a read for people has met and cannot read. A table with such a list goes on without them (`readable`), and
 * whoever shows the result names them. Decisions read with tables that have none, and fail (`noting` of the table).
 */
import type { Item } from './item.ts';
import { isRecordKey, type Key, recordKey, typeOf } from './keys.ts';
import { UnreadableRow } from './unreadable-row.ts';

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

export class DamagedRows {
  readonly #rows = new Map<string, UnreadableRow>();
  readonly #types: ReadonlySet<string> | undefined;

  /** @param types whose records can be missing. Without other rows, such as lists of links, what is missing has no name. */
  constructor(types?: Iterable<string>) {
    this.#types = types && new Set(types);
  }

  /** @throws UnreadableRow if the read cannot go on without the row. */
  note(error: UnreadableRow): void {
    const type = typeOf(error.key);
    if (this.#types && !(isRecordKey(error.key, type) && this.#types.has(type))) throw error;
    this.#rows.set(nameOf(error.key), error);
  }

  find(type: string, id: string): UnreadableRow | undefined {
    return this.#rows.get(nameOf(recordKey(type, id)));
  }

  get rows(): UnreadableRow[] {
    return [...this.#rows.values()];
  }
}

/** A table, or a part of it. */
interface Reading {
  readonly damaged: DamagedRows | undefined;
}

/**
 * The one place that decides whether a damaged row ends a read of many.
 * @returns what `read` returns for each row that it can read.
 * @throws UnreadableRow for a table without a list of damaged rows.
 */
export function readable<T>({ damaged }: Reading, rows: readonly Item[], read: (row: Item) => T): T[] {
  if (!damaged) return rows.map(read);
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      damaged.note(error);
      return [];
    }
  });
}

/** @returns undefined if the read meets a row that it needs and cannot read. @throws UnreadableRow like `readable`. */
export async function unlessDamaged<T>({ damaged }: Reading, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!damaged || !(error instanceof UnreadableRow)) throw error;
    damaged.note(error);
    return undefined;
  }
}
