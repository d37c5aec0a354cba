/** What is special about writing records of a type, as crud asks for it. Rules proper are pure: each feature's `rules/`. */
import type { Declared, SentFields, Stored, StoredRecord } from '../../declare/fields.ts';
import type { Change } from '../../records/changes.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';

type Name<T> = Extract<keyof T, string>;

/** A record about to be saved, as its hooks see it: typed by its declaration. */
export interface Draft<D extends Declared> {
  readonly id: string;
  readonly ownerId: string;
  /** The record as it is; undefined on create. */
  readonly before: Stored<D> | undefined;
  /** `meta` of the document's `data`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Nothing is wrong so far. */
  readonly isValid: boolean;
  /** Names of the fields that the request sent. */
  readonly sent: ReadonlySet<string>;
  isSent(field: Name<SentFields<D>>): boolean;
  /** @returns the value the field will have; undefined when it is missing or was rejected. */
  valid<F extends Name<SentFields<D>>>(field: F): SentFields<D>[F] | undefined;
  /** @returns the records that the sent linkage of a relationship names. */
  linked(relationship: Name<D['relationships']>): readonly StoredRecord[];
  /** @returns the sent ids of a to-many relationship through a link type; undefined when it was not sent. */
  linkage(relationship: Name<D['relationships']>): readonly string[] | undefined;
  /** Chooses fields of the link records that a to-many relationship through a link type makes. */
  setLink(
    relationship: Name<D['relationships']>,
    fields: (relatedId: string) => Readonly<Record<string, Json>>,
  ): void;
  /**
   * Tells which link records a relationship through a link type has, as the hook read them: when they are read again, after
   * it has decided, others may have changed them.
   */
  knowLinks(relationship: Name<D['relationships']>, records: readonly StoredRecord[]): void;
  set(changes: Partial<SentFields<D>>): void;
  /** Gives a new record the id that follows from its fields: for records within others. */
  identify(id: string): void;
  reject(...problems: readonly Problem[]): void;
  /** Shows attributes that are shown once, in the response to this request. */
  reveal(values: Readonly<Record<string, Json>>): void;
  /** Other records that change in the same transaction. */
  also(...changes: readonly Change[]): void;
  /** Rows beside records that change in the same transaction. When a condition fails, the draft is prepared again. */
  write(...writes: readonly Write[]): void;
  /** Does what the transaction has no room for, before and after it. */
  around(steps: Steps): void;
}

/** How a transaction ended: 'again' when something had changed, so that all is decided again. */
export type Ending = 'saved' | 'again' | 'rejected';

/** What is done in separate writes around a transaction, each of which can be the last one before a crash. */
export interface Steps {
  /** Called when nothing is wrong with the request. @returns false when something has changed: all is decided again. */
  before?(): Promise<boolean>;
  /** Called after every attempt, failed ones too. Its errors are logged only: the response does not depend on it. */
  after?(ending: Ending): Promise<void>;
}

/** Methods, so that hooks of one declaration are hooks of any: crud calls them with drafts of their type only. */
export interface TypedHooks<D extends Declared> {
  /** Looks at a draft before it is saved. May load; decides through rules. @throws Problems (403). */
  prepare?(draft: Draft<D>, context: Context): Promise<void> | void;
  /**
   * Asks whether a record may go.
   * @param going the record with which it goes, in a cascade. Only further changes and writes of its removal are then taken.
   * @returns what else changes in the same transaction. @throws Problems.
   */
  remove?(record: Stored<D>, context: Context, going?: StoredRecord): Promise<Removal> | Removal;
  /**
   * For a link type: looks at the draft of a record that is linked through it, after the hooks of that record, by its type.
   * What holds for links that are written themselves is seen to here for those that a relationship makes or deletes.
   */
  readonly through?: Readonly<Record<string, Pick<Hooks, 'prepare'>>>;
}

/** What changes together with the deletion of a record, beside what follows from the declarations. */
export interface Removal {
  readonly also?: readonly Change[];
  readonly writes?: readonly Write[];
  /** Conditions of every transaction of the deletion: what cascades can go in parts, before the record. */
  readonly held?: readonly Write[];
  readonly steps?: Steps;
  /** By type: what records keep of the deleted one, when their relationship to it is cleared. */
  readonly kept?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** Hooks of a type the compiler does not know. */
export type Hooks = TypedHooks<Declared>;

/** The context of a request that writes: with the hooks of the types that the function serves. */
export interface WriteContext extends Context {
  readonly hooks: Readonly<Record<string, Hooks | undefined>>;
}

/**
 * Binds hooks to the declaration whose records they see.
 * @example hooksOf(labels, { prepare: (draft) => draft.set({ name: draft.valid('name')?.trim() }) })
 */
export const hooksOf = <D extends Declared>(_resource: D, hooks: TypedHooks<D>): Hooks => hooks;
