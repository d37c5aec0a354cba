/** The rows of a prepared catalogue, to which the table returns after each run. */
import { BatchGetItemCommand, BatchWriteItemCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { dynamo } from '../../../shared/kit/table/client.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { environment } from '../../../shared/platform/settings.ts';
import { keyOf, rowName, type Wire } from './footprint.ts';
import { knownRows } from './known-rows.ts';

type Sent = NonNullable<ConstructorParameters<typeof BatchWriteItemCommand>[0]['RequestItems']>;
type SentKeys = NonNullable<
  ConstructorParameters<typeof BatchGetItemCommand>[0]['RequestItems']
>[string]['Keys'];

const ROWS_PER_WRITE = 25;
const KEYS_PER_READ = 100;

export class PreparedTable {
  /** By the names of the rows. */
  readonly rows: ReadonlyMap<string, Wire>;
  readonly #table = environment('TABLE_NAME');

  private constructor(rows: ReadonlyMap<string, Wire>) {
    this.rows = rows;
  }

  /** As the table is now. */
  static async read(): Promise<PreparedTable> {
    const rows = new Map<string, Wire>();
    let after: Wire | undefined;
    do {
      const page = await dynamo().send(
        new ScanCommand({
          TableName: environment('TABLE_NAME'),
          ConsistentRead: true,
          ...(after && { ExclusiveStartKey: after as never }),
        }),
      );
      for (const row of (page.Items ?? []) as Wire[]) rows.set(rowName(row), row);
      after = page.LastEvaluatedKey as Wire | undefined;
    } while (after);
    knownRows().learn(rows, rows.keys());
    return new PreparedTable(rows);
  }

  /** @param written the names of rows that were written since. @returns the table as it is now. */
  async changed(written: readonly string[]): Promise<PreparedTable> {
    const found = await this.current(written);
    const rows = new Map(this.rows);
    for (const name of written) {
      const row = found.get(name);
      if (row) rows.set(name, row);
      else rows.delete(name);
    }
    return new PreparedTable(rows);
  }

  /** @returns what is now in the rows with these names. */
  async current(names: readonly string[]): Promise<ReadonlyMap<string, Wire>> {
    const found = new Map<string, Wire>();
    for (const batch of batchesOf([...new Set(names)], KEYS_PER_READ)) {
      const Keys = batch.map(wireKey) as unknown as SentKeys;
      const { Responses } = await dynamo().send(
        new BatchGetItemCommand({ RequestItems: { [this.#table]: { Keys, ConsistentRead: true } } }),
      );
      for (const row of (Responses?.[this.#table] ?? []) as Wire[]) found.set(rowName(row), row);
    }
    return found;
  }

  /** Makes rows what they were when the table was prepared. */
  async restore(names: readonly string[]): Promise<void> {
    for (const batch of batchesOf([...new Set(names)], ROWS_PER_WRITE)) {
      const requests = batch.map((name) => {
        const row = this.rows.get(name);
        return row ? { PutRequest: { Item: row } } : { DeleteRequest: { Key: wireKey(name) } };
      });
      const RequestItems = { [this.#table]: requests } as unknown as Sent;
      await dynamo().send(new BatchWriteItemCommand({ RequestItems }));
      knownRows().learn(this.rows, batch);
    }
  }
}

const wireKey = (name: string): Wire => {
  const { pk, sk } = keyOf(name);
  return { pk: { S: pk }, sk: { S: sk } };
};
