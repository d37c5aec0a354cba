/** Views hide or complete records wherever they are shown, including related lists and includes. */
import type { Table } from '../table/table.ts';
import type { Declared, Entry, Fields, Shown, ShownRecord } from './fields.ts';

export interface Viewing {
  readonly table: Table;
  readonly now: Date;
}

/** The context for completing records. */
export interface Completing extends Viewing {
  /** Whether the response shows the field. `fields[<type>]` can omit it. */
  readonly shows: (field: string) => boolean;
  /** Whether to read with strong consistency. */
  readonly isConsistent: boolean;
}

/** Uses method syntax, so that every typed view is assignable to `View`. */
export interface TypedView<D extends Declared> {
  /** @returns the visible entries. Their fields are only used for filters and sorts. */
  visible?(entries: readonly Entry<D>[], viewing: Viewing): Promise<readonly Entry<D>[]>;
  /** Adds computed fields. @returns the same records in the same order. */
  complete?(records: readonly Shown<D>[], viewing: Completing): Promise<readonly ShownRecord[]>;
  /** @returns the approximate units that `complete` reads for this record alone. */
  unitsOf?(record: Shown<D>, shows: (field: string) => boolean): number;
  /** @returns the visible ids of a stored relationship, or undefined for all. */
  effectiveIds?(relationship: string, fields: Fields<D>): readonly string[] | undefined;
}

/** A view of any type. */
export type View = TypedView<Declared>;

/**
 * Declares the view of a type. Add it to `views` in `feature.ts`.
 * @param _resource the declaration, for its types.
 * @example viewOf(users, { visible: async (entries) => entries.filter(({ fields }) => fields.name !== '') })
 */
export const viewOf = <D extends Declared>(_resource: D, view: TypedView<D>): View => view;
