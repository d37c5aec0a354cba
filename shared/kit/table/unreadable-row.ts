/** A row that is not as any version of the service writes it. Its key shows operators which row to repair. */
import type { Item } from './item.ts';
import type { Key } from './keys.ts';

export class UnreadableRow extends Error {
  override name = 'UnreadableRow';
  readonly key: Key;
  readonly reason: string;

  /** @param why an error, or what the row lacks. */
  constructor({ pk, sk }: Key, why: unknown) {
    const reason = why instanceof Error ? why.message : String(why);
    super(`The row ${pk} ${sk} cannot be read. ${reason}`, { cause: why });
    this.key = { pk, sk };
    this.reason = reason;
  }
}

/** @throws UnreadableRow for every error of `read`. */
export function readRow<T>(row: Item, read: (row: Item) => T): T {
  try {
    return read(row);
  } catch (error) {
    if (error instanceof UnreadableRow) throw error;
    throw new UnreadableRow({ pk: String(row['pk']), sk: String(row['sk']) }, error);
  }
}
