/** Record types derived from declarations: what hooks, views and rules work with. */
import type * as v from 'valibot';
import type { Json } from '../table/item.ts';
import type { Attribute } from './attribute.ts';
import type { Relationship } from './relationship.ts';

/** The parts of a declaration that these types are derived from. */
export interface Declared {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

type AttributeFields<A> = {
  readonly [N in keyof A as A[N] extends { readonly kept: false } ? never : N]: A[N] extends {
    readonly schema: infer S extends v.GenericSchema<unknown, unknown>;
  }
    ? v.InferOutput<S>
    : never;
};

/** Stored relationships: an id for to-one (not null when required, unless it is cleared), a list of ids for to-many. */
type LinkFields<R> = {
  readonly [N in keyof R as R[N] extends { readonly kept: true } ? N : never]: R[N] extends {
    readonly many: true;
  }
    ? readonly string[]
    : R[N] extends { readonly required: true; readonly onDelete: 'keep' | 'cascade' }
      ? string
      : string | null;
};

/** The stored fields of a record. Any JSON if the compiler does not know the declaration. */
export type Fields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : AttributeFields<D['attributes']> & LinkFields<D['relationships']>;

/** All fields that a request may send, including those that are not stored, such as a password. */
export type SentFields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : {
      readonly [N in keyof D['attributes']]: D['attributes'][N] extends {
        readonly schema: infer S extends v.GenericSchema<unknown, unknown>;
      }
        ? v.InferOutput<S>
        : never;
    } & LinkFields<D['relationships']>;

/** A record with everything a response shows of it. */
export interface Shown<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  /** Id of the user or organization it belongs to; empty for reference data. */
  readonly ownerId: string;
  /** Attributes and linkage, which share one namespace in JSON:API. */
  readonly fields: Fields<D>;
  /** Number of records that link here, by `<type>.<relationship>`. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Attributes kept apart that have their own row: the others have their initial value. Undefined: not known. */
  readonly apart?: readonly string[];
  /** Units that reading their rows takes, where that is more than the least: 0.5. */
  readonly weights?: Readonly<Record<string, number>>;
  /** `meta` of the resource object. */
  readonly meta?: Readonly<Record<string, Json>>;
}

/** A record as stored in the table. */
export interface Stored<D extends Declared = Declared> extends Shown<D> {
  /** Incremented by every write. */
  readonly version: number;
  /** The layout under which its row was written, if it was read from one. */
  readonly layout?: string;
}

/** A record of any type. */
export type StoredRecord = Stored;
export type ShownRecord = Shown;

/** An index entry: some of a record's fields, and no version, so it cannot be saved. */
export interface Entry<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  readonly ownerId: string;
  readonly fields: Partial<Fields<D>>;
  readonly counts?: Readonly<Record<string, number>>;
}
