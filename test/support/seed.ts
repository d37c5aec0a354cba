/** Records written by the hundred, past the API: for tests of how many there can be. */
import { resourceOf } from '../../shared/kit/declare/api.ts';
import type { Definitions } from '../../shared/kit/declare/definitions.ts';
import type { StoredRecord } from '../../shared/kit/declare/fields.ts';
import { countersOn, zeroCounts } from '../../shared/kit/records/counts.ts';
import { newRow } from '../../shared/kit/records/rows.ts';
import { newRecord } from '../../shared/kit/records/store.ts';
import { neededFields } from './needed-fields.ts';
import { writeRows } from './rows-of.ts';

export interface Seeds {
  readonly type: string;
  readonly ownerId: string;
  readonly count: number;
  /** Of the record with that number, from 0. */
  readonly fieldsOf: (number: number) => StoredRecord['fields'];
}

/**
 * Writes the rows of records, and nothing beside them: no unique values or link lists, and they are not
 * counted.
 * @returns the records, oldest first.
 * @example await seed(definitions, { type: 'labels', ownerId, count: 10_000, fieldsOf: (n) => ({ name: `Label ${n}` }) })
 */
export async function seed(
  definitions: Definitions,
  { type, ownerId, count, fieldsOf }: Seeds,
): Promise<StoredRecord[]> {
  const resource = resourceOf(definitions, type);
  const counts = zeroCounts(countersOn(definitions, type));
  const records = Array.from({ length: count }, (_, number) =>
    newRecord({ now: new Date() }, resource, {
      ownerId,
      fields: { ...neededFields(resource), ...fieldsOf(number) },
    }),
  );
  await writeRows(
    records.map((record) => newRow(resource, definitions.keys[type] ?? {}, { record, counts })),
  );
  return records;
}
