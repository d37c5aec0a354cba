/** A write to a row, as data. commit.ts executes one or several. */
import type { Assignment, Condition } from './expressions.ts';
import type { Item } from './item.ts';
import type { Key } from './keys.ts';

export type Write = { readonly condition?: Condition } & (
  | { readonly put: Item & Key }
  | { readonly update: Key; readonly with: readonly Assignment[] }
  | { readonly delete: Key }
  | { readonly check: Key; readonly condition: Condition }
);
