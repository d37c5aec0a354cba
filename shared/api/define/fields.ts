/** The fields of a declared resource as types: what hooks and rules see of its records. */
import type * as v from 'valibot';
import type { Json } from '../../table/item.ts';
import type { Attribute } from './attribute.ts';
import type { Relationship } from './relationship.ts';

/** What the types below need to know of a declaration. */
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

/** To-one relationships kept on the record are ids; a required one always has one. To-many ones are lists of ids. */
type LinkFields<R> = {
  readonly [N in keyof R as R[N] extends { readonly kept: true } ? N : never]: R[N] extends {
    readonly many: true;
  }
    ? readonly string[]
    : R[N] extends { readonly required: true }
      ? string
      : string | null;
};

/** All fields a record of the declaration keeps, by name. Of a declaration the compiler does not know: any JSON. */
export type Fields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : AttributeFields<D['attributes']> & LinkFields<D['relationships']>;

/** A value a request may send although the record does not keep it, such as a password. */
export type SentFields<D extends Declared> = string extends keyof D['attributes']
  ? Readonly<Record<string, Json>>
  : {
      readonly [N in keyof D['attributes']]: D['attributes'][N] extends {
        readonly schema: infer S extends v.GenericSchema<unknown, unknown>;
      }
        ? v.InferOutput<S>
        : never;
    } & LinkFields<D['relationships']>;

/** A record with everything an answer shows of it. */
export interface Shown<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  /** Id of the user or organization it belongs to; empty for reference data. */
  readonly ownerId: string;
  /** Attributes and linkage in one namespace, as JSON:API has them. */
  readonly fields: Fields<D>;
  /** How many records link here, by `<type>.<relationship>`. */
  readonly counts?: Readonly<Record<string, number>>;
  /** `meta` of its resource object. */
  readonly meta?: Readonly<Record<string, Json>>;
}

/** A record as the table keeps it. */
export interface Stored<D extends Declared = Declared> extends Shown<D> {
  /** Grows by one with every write. */
  readonly version: number;
}

/** A record of any type. */
export type StoredRecord = Stored;
export type ShownRecord = Shown;

/** What an index knows of a record: some of its fields and no version, so it cannot be saved. */
export interface Entry<D extends Declared = Declared> {
  readonly type: D['type'];
  readonly id: string;
  readonly ownerId: string;
  readonly fields: Partial<Fields<D>>;
  readonly counts?: Readonly<Record<string, number>>;
}
