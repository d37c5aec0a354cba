/** Types of records, derived from declarations. */
import type * as v from 'valibot';
import type { Json } from '../table/item.ts';
import type { Attribute } from './attribute.ts';
import type { Relationship } from './relationship.ts';

/** The relevant parts of a declaration. */
export interface Declared {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

type ValueOf<A> = A extends { readonly schema: infer S extends v.GenericSchema<unknown, unknown> }
  ? v.InferOutput<S>
  : never;

type AttributeFields<A> = {
  readonly [N in keyof A as A[N] extends { readonly kept: false } ? never : N]: ValueOf<A[N]>;
};

/** Stored relationships. Required to-one relationships are not null unless they can be cleared. */
type LinkFields<R> = {
  readonly [N in keyof R as R[N] extends { readonly kept: true } ? N : never]: R[N] extends {
    readonly many: true;
  }
    ? readonly string[]
    : R[N] extends { readonly required: true; readonly onDelete: 'keep' | 'cascade' }
      ? string
      : string | null;
};

/** The stored fields of a record, or any JSON if the declaration is unknown. */
export type Fields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : AttributeFields<D['attributes']> & LinkFields<D['relationships']>;

/** All fields of requests, including those that are not stored, such as a password. */
export type SentFields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : { readonly [N in keyof D['attributes']]: ValueOf<D['attributes'][N]> } & LinkFields<D['relationships']>;

/** A record as shown in responses. */
export interface Shown<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  /** Id of the owning user or organization, or empty for reference data. */
  readonly ownerId: string;
  /** Attributes and linkage, which share one namespace in JSON:API. */
  readonly fields: Fields<D>;
  /** Numbers of linking records by `<type>.<relationship>`. */
  readonly counts?: Readonly<Record<string, number>>;
  /** Attributes with separate rows. Others stored apart have their initial value. Undefined if unknown. */
  readonly apart?: readonly string[];
  /** Read units of those rows, if they exceed the minimum of 0.5. */
  readonly weights?: Readonly<Record<string, number>>;
  /** `meta` of the resource object. */
  readonly meta?: Readonly<Record<string, Json>>;
}

/** A record with its version. */
export interface Stored<D extends Declared = Declared> extends Shown<D> {
  /** Incremented by every write. */
  readonly version: number;
  /** Layout of its row, if it was read from one. */
  readonly layout?: string;
}

export type StoredRecord = Stored;
export type ShownRecord = Shown;

/** An index entry, which has only some fields and cannot be saved. */
export interface Entry<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  readonly ownerId: string;
  readonly fields: Partial<Fields<D>>;
  readonly counts?: Readonly<Record<string, number>>;
}
