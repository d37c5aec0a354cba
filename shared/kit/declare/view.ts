/** Views: what a type hides or adds wherever its records are shown, in lists, related lists and includes. */
import type { Table } from '../table/table.ts';
import type { Declared, Entry, Fields, Shown, ShownRecord } from './fields.ts';

export interface Viewing {
  readonly table: Table;
  readonly now: Date;
}

/** What a view knows of the response when it completes records. */
export interface Completing extends Viewing {
  /** Whether the response shows the field: not when `fields[<type>]` omits it. */
  readonly shows: (field: string) => boolean;
  /** Reads what was just written. */
  readonly isConsistent: boolean;
}

/** Methods rather than properties, so that every typed view is assignable to `View`. */
export interface TypedView<D extends Declared> {
  /** @returns the entries that are shown. */
  visible?(entries: readonly Entry<D>[], viewing: Viewing): Promise<readonly Entry<D>[]>;
  /** Adds computed fields. @returns the same number of records, in the same order. */
  complete?(records: readonly Shown<D>[], viewing: Completing): Promise<readonly ShownRecord[]>;
  /** @returns the units that `complete` takes to read what belongs to the record alone, about. */
  unitsOf?(record: Shown<D>, shows: (field: string) => boolean): number;
  /** @returns the stored ids of a relationship that are shown; undefined for all. */
  effectiveIds?(relationship: string, fields: Fields<D>): readonly string[] | undefined;
}

/** A view of any type. */
export type View = TypedView<Declared>;

/**
 * Declares the view of a type. Add it to `shared/service/definitions.ts`.
 * @param _resource the declaration, for its types.
 * @example viewOf(users, { effectiveIds: (name, fields) => (name === 'dsps' ? effective(fields.dsps) : undefined) })
 */
export const viewOf = <D extends Declared>(_resource: D, view: TypedView<D>): View => view;
