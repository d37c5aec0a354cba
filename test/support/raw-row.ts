/** Lets tests write the row of a record themselves, as nothing in the product can. */
import type { Key, RecordKey, RowKey } from '../../shared/kit/table/keys.ts';

/** @example await table.commit([{ delete: rawRow(recordKey('users', id)) }]) */
export const rawRow = <R extends RecordKey>(row: R): Pick<R, Exclude<keyof R, symbol>> & RowKey & Key =>
  row as unknown as Pick<R, Exclude<keyof R, symbol>> & RowKey;
