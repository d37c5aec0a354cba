/** Hooks for writing records of a type. They load data for the pure rules in each feature's `rules/`. */
import type { Declared, SentFields, Stored, StoredRecord } from '../../declare/fields.ts';
import type { Change } from '../../records/changes.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';

type Name<T> = Extract<keyof T, string>;

/** A record about to be saved, typed by its declaration. */
export interface Draft<D extends Declared> {
  readonly id: string;
  readonly ownerId: string;
  /** The current record, or undefined on create. */
  readonly before: Stored<D> | undefined;
  /** `data.meta` of the document. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Whether there are no problems so far. */
  readonly isValid: boolean;
  /** Names of sent fields. */
  readonly sent: ReadonlySet<string>;
  isSent(field: Name<SentFields<D>>): boolean;
  /** @returns the new value of the field, or undefined if it is missing or invalid. */
  valid<F extends Name<SentFields<D>>>(field: F): SentFields<D>[F] | undefined;
  /** @returns the records in the sent linkage. */
  linked(relationship: Name<D['relationships']>): readonly StoredRecord[];
  /** @returns the sent ids of a relationship through a link type, or undefined if it was not sent. */
  linkage(relationship: Name<D['relationships']>): readonly string[] | undefined;
  /** Sets fields of the link records to create for a relationship through a link type. */
  setLink(
    relationship: Name<D['relationships']>,
    fields: (relatedId: string) => Readonly<Record<string, Json>>,
  ): void;
  /**
   * Passes on the link records that the hook read, so that they are not read again in a state other than the
   * one it decided on.
   */
  knowLinks(relationship: Name<D['relationships']>, records: readonly StoredRecord[]): void;
  set(changes: Partial<SentFields<D>>): void;
  /** Sets the id of a new record that is stored within another row. */
  identify(id: string): void;
  reject(...problems: readonly Problem[]): void;
  /** Lists a sent attribute in `meta.ignored` of the response. The hook does not use its value. */
  ignore(attribute: Name<D['attributes']>): void;
  /** Shows attributes only in the response to this request. */
  reveal(values: Readonly<Record<string, Json>>): void;
  /** Changes other records in the same transaction. */
  also(...changes: readonly Change[]): void;
  /** Adds other writes to the transaction. If a condition fails, the draft is prepared again. */
  write(...writes: readonly Write[]): void;
  /** Runs steps that do not fit into the transaction, before and after it. */
  around(steps: Steps): void;
}

/** How a transaction ended. 'again': data had changed, so everything is decided again. */
export type Ending = 'saved' | 'again' | 'rejected';

/** Separate writes around a transaction. A crash can happen after each of them. */
export interface Steps {
  /** Called for valid requests. @returns false if data has changed, so that everything is decided again. */
  before?(): Promise<boolean>;
  /** Called after every attempt, even a failed one. Its errors are only logged. */
  after?(ending: Ending): Promise<void>;
}

/** Uses method syntax, so that hooks of any declaration are assignable to `Hooks`. */
export interface TypedHooks<D extends Declared> {
  /** Checks and completes a draft before it is saved. @throws Problems (403). */
  prepare?(draft: Draft<D>, context: Context): Promise<void> | void;
  /**
   * Checks whether a record may be deleted.
   * @param going in a cascade, the record that causes the deletion. Only `also` and `writes` are then used.
   * @returns further changes of the transaction. @throws Problems.
   */
  remove?(record: Stored<D>, context: Context, going?: StoredRecord): Promise<Removal> | Removal;
  /**
   * For a link type, hooks by the type of the linked record. They run after that type's hooks and apply the
   * rules of the link type to links that a relationship creates or deletes.
   */
  readonly through?: Readonly<Record<string, Pick<Hooks, 'prepare'>>>;
}

/** Changes in addition to the declared effects of a deletion. */
export interface Removal {
  readonly also?: readonly Change[];
  readonly writes?: readonly Write[];
  /** Conditions for every transaction of the deletion, which may need several. */
  readonly held?: readonly Write[];
  /** Why the record cannot be deleted, unless the hooks of another feature throw. Not read in a cascade. */
  readonly problems?: readonly Problem[];
  readonly steps?: Steps;
  /** Fields to set, by type, on records whose relationship to the deleted one is cleared. */
  readonly kept?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Hooks of any type. */
export type Hooks = TypedHooks<Declared>;

/** The context of a write, with the hooks of the function's types. */
export interface WriteContext extends Context {
  readonly hooks: Readonly<Record<string, Hooks | undefined>>;
}

/**
 * Types hooks by a declaration.
 * @example hooksOf(labels, { prepare: (draft) => draft.set({ name: (draft.valid('name') ?? '').trim() }) })
 */
export const hooksOf = <D extends Declared>(_resource: D, hooks: TypedHooks<D>): Hooks => hooks;
