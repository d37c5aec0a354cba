/** A write to a row, as data. commit.ts executes one or several. */
import type { Assignment, Condition } from './expressions.ts';
import type { Item } from './item.ts';
import type { Key, RecordKey, RowKey } from './keys.ts';

type RowWrite =
  /** The sort key of a stamped row begins with the time of the attempt that writes it. */
  | { readonly put: Item & RowKey; readonly stamped?: true }
  | { readonly update: Key; readonly with: readonly Assignment[] }
  | { readonly delete: RowKey }
  | { readonly check: Key; readonly condition: Condition };

declare const planned: unique symbol;

/**
 * Puts or deletes the row of a record. Links, counts, unique values and quotas change with it, so that only
 * shared/kit/records/changes.ts makes such a write.
 */
export type RecordWrite = { readonly [planned]: true } & (
  | { readonly put: Item & RecordKey }
  | { readonly delete: RecordKey }
);

export type Write = { readonly condition?: Condition } & (RowWrite | RecordWrite);
