/**
 * The rows of the table as the engine has read or restored them last. All runs begin with the same rows, so they read few that are
 * not known. Each call that may write a row forgets it.
 */
import { once } from '../../../shared/platform/once.ts';
import { rowName, type Wire } from './footprint.ts';

interface Written {
  readonly Key?: Wire;
  readonly Item?: Wire;
}

interface BatchedWrite {
  readonly PutRequest?: Written;
  readonly DeleteRequest?: Written;
}

/** The JSON of a call. */
export interface CallBody extends Written {
  readonly TransactItems?: readonly Readonly<Record<string, Written>>[];
  readonly RequestItems?: Readonly<
    Record<string, { readonly Keys: readonly Wire[] } | readonly BatchedWrite[]>
  >;
}

/** What the SDK returns of a call that reads by keys. */
interface ReadOutput {
  readonly Item?: Wire;
  readonly Responses?: Readonly<Record<string, readonly Wire[]>>;
  readonly UnprocessedKeys?: object;
}

/** Reads by keys. */
export const isRead = (operation: string): boolean => ['GetItem', 'BatchGetItem'].includes(operation);

const batchesIn = ({ RequestItems = {} }: CallBody) => Object.entries(RequestItems);

const keysIn = (body: CallBody): readonly Wire[] =>
  body.Key ? [body.Key] : batchesIn(body).flatMap(([, batch]) => ('Keys' in batch ? batch.Keys : []));

/** @returns the rows that a call may write. */
function writtenIn(body: CallBody): Written[] {
  const batched = batchesIn(body).flatMap(([, batch]) => ('Keys' in batch ? [] : batch));
  const inTransaction = (body.TransactItems ?? []).flatMap(({ ConditionCheck: _, ...items }) =>
    Object.values(items),
  );
  return [body, ...batched.flatMap((each) => Object.values(each) as Written[]), ...inTransaction].filter(
    ({ Key, Item }) => Key ?? Item,
  );
}

class KnownRows {
  /** By name. Undefined for those that do not exist. */
  readonly #rows = new Map<string, Wire | undefined>();
  /** How many calls write. */
  #writing = 0;
  #written = 0;

  /** @param rows those with these names that exist. */
  learn(rows: ReadonlyMap<string, Wire>, names: Iterable<string>): void {
    for (const name of names) this.#rows.set(name, rows.get(name));
  }

  /** @returns the response to a call that reads, if all of its rows are known. */
  read(body: CallBody): ReadOutput | undefined {
    if (!keysIn(body).every((key) => this.#rows.has(rowName(key)))) return undefined;
    const rowOf = (key: Wire) => this.#rows.get(rowName(key));
    const Item = body.Key && rowOf(body.Key);
    if (body.Key) return Item ? { Item } : {};
    const found = batchesIn(body).map(([table, batch]) => [
      table,
      'Keys' in batch ? batch.Keys.flatMap((key) => rowOf(key) ?? []) : [],
    ]);
    return { Responses: Object.fromEntries(found) };
  }

  /** Makes a call that reads, and learns its rows unless one is written during the call. */
  async noteRead<T extends { readonly output: object }>(body: CallBody, send: () => Promise<T>): Promise<T> {
    const before = this.#written;
    const result = await send();
    const { Item, Responses = {}, UnprocessedKeys = {} }: ReadOutput = result.output;
    if (this.#writing > 0 || this.#written > before || Object.keys(UnprocessedKeys).length > 0) return result;
    const rows = [Item ?? [], ...Object.values(Responses)].flat();
    this.learn(new Map(rows.map((row) => [rowName(row), row])), keysIn(body).map(rowName));
    return result;
  }

  /** Makes a call that writes, and forgets its rows. */
  async noteWrite<T>(body: CallBody, send: () => Promise<T>): Promise<T> {
    for (const { Key, Item } of writtenIn(body)) this.#rows.delete(rowName(Key ?? Item ?? {}));
    this.#writing += 1;
    this.#written += 1;
    try {
      return await send();
    } finally {
      this.#writing -= 1;
    }
  }
}

/** Of the table of a test file. */
export const knownRows = once(() => new KnownRows());
