/** Records written by the hundred, past the API: for tests of how many there can be. */

import { resourceOf } from '../../shared/api/define/api.ts';
import type { Definitions } from '../../shared/api/define/definitions.ts';
import type { StoredRecord } from '../../shared/api/define/fields.ts';
import type { Change } from '../../shared/records/changes.ts';
import { newRecord, save, storeOf } from '../../shared/records/store.ts';
import { Table } from '../../shared/table/table.ts';

/** A record needs a row for itself, one for each unique value, and those it links to: 30 of them fit a transaction. */
const PER_TRANSACTION = 30;

/**
 * @param fieldsOf of the record with that number, from 0.
 * @returns the records, oldest first.
 * @example await seed(definitions, { type: 'labels', ownerId, count: 10_000, fieldsOf: (n) => ({ name: `Label ${n}` }) })
 */
export async function seed(
  definitions: Definitions,
  {
    type,
    ownerId,
    count,
    fieldsOf,
  }: {
    type: string;
    ownerId: string;
    count: number;
    fieldsOf: (number: number) => StoredRecord['fields'];
  },
): Promise<StoredRecord[]> {
  const store = storeOf(definitions, { table: new Table(), now: new Date() });
  const resource = resourceOf(definitions, type);
  const records = Array.from({ length: count }, (_, number) =>
    newRecord(store, resource, { ownerId, fields: fieldsOf(number) }),
  );
  for (let start = 0; start < count; start += PER_TRANSACTION) {
    const batch = records.slice(start, start + PER_TRANSACTION);
    const outcome = await save(
      store,
      batch.map((after): Change => ({ resource, after })),
    );
    if (outcome.is !== 'saved') throw new Error(`${type} from ${start} on are ${outcome.is}.`);
  }
  return records;
}
