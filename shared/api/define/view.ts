/** What is special about records of a type wherever they are shown: lists, related lists, includes, other functions' answers. */
import type { Table } from '../../table/table.ts';
import type { Declared, Entry, Fields, Shown, ShownRecord } from './fields.ts';

/** What a view may ask. */
export interface Viewing {
  readonly table: Table;
  readonly now: Date;
}

/** Methods, so that a view of one declaration is a view of any: the kit calls it with records of its type only. */
export interface TypedView<D extends Declared> {
  /** @returns the entries that the caller is to see. */
  visible?(entries: readonly Entry<D>[], viewing: Viewing): Promise<readonly Entry<D>[]>;
  /** Adds what the records do not keep. @returns as many, in the same order. */
  complete?(records: readonly Shown<D>[], viewing: Viewing): Promise<readonly ShownRecord[]>;
  /** @returns which of the ids that a record keeps it effectively links; undefined: all of them. */
  effectiveIds?(relationship: string, fields: Fields<D>): readonly string[] | undefined;
}

/** A view of a type the compiler does not know. */
export type View = TypedView<Declared>;

/**
 * Binds a view to the declaration whose records it sees.
 * @example viewOf(users, { effectiveIds: (name, fields) => (name === 'dsps' ? effective(fields.dsps) : undefined) })
 */
export const viewOf = <D extends Declared>(_resource: D, view: TypedView<D>): View => view;
