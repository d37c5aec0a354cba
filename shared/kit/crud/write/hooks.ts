/**
 * Hooks for writing records of a type. `load` reads what its rules need, concurrently with all other reads of
 * the request. `decide` lists the rules, which are pure, in their order.
 */
import type { Declared, SentFields, Stored, StoredRecord } from '../../declare/fields.ts';
import type { Change } from '../../records/changes.ts';
import type { Deciding } from '../../records/deciding.ts';
import type { ClearedFields } from '../../records/deletion-work.ts';
import type { Linking } from '../../records/links.ts';
import type { Decision } from '../../records/store.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';

type Name<T> = Extract<keyof T, string>;

/** What a request sends for a record, which may not have been read yet. */
export interface Sent<D extends Declared> {
  readonly id: string;
  readonly ownerId: string;
  readonly isNew: boolean;
  /** The current record, or undefined on create. Rejects like a read of the record. */
  readonly before: Promise<Stored<D> | undefined>;
  /** `data.meta` of the document. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Whether the document agrees with the declaration. */
  readonly isValid: boolean;
  /** Names of sent fields. */
  readonly sent: ReadonlySet<string>;
  isSent(field: Name<SentFields<D>>): boolean;
  /**
   * Waits for the record if the field is not sent.
   * @returns the new value of the field, or undefined if it is missing or invalid.
   */
  valid<F extends Name<SentFields<D>>>(field: F): Promise<SentFields<D>[F] | undefined>;
  /** @returns the sent ids of a relationship through a link type, or undefined if it was not sent. */
  linkage(relationship: Name<D['relationships']>): readonly string[] | undefined;
}

/** A record about to be saved. A value, which each rule gets with what the rules before it decided. */
export interface Draft<D extends Declared>
  extends Pick<Sent<D>, 'id' | 'ownerId' | 'sent' | 'isSent' | 'linkage'>,
    Pick<Context, 'caller' | 'now'> {
  /** The current record, or undefined on create. */
  readonly before: Stored<D> | undefined;
  /** `data.meta` of the document. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Whether there are no problems so far. */
  readonly isValid: boolean;
  /** @returns the new value of the field, or undefined if it is missing or invalid. */
  valid<F extends Name<SentFields<D>>>(field: F): SentFields<D>[F] | undefined;
  /** @returns the records in the sent linkage. */
  linked(relationship: Name<D['relationships']>): readonly StoredRecord[];
}

/** What a rule decides. Omitted members change nothing. */
export interface WriteDecision<D extends Declared> extends Decision<D> {
  /** Reject the request. Fields in their pointers count as invalid for the rules that follow. */
  readonly problems?: readonly Problem[];
  /** The id of a new record that is stored within another row. */
  readonly id?: string;
  /** Sent attributes whose values are not used. The response lists them in `meta.ignored`. */
  readonly ignored?: readonly Name<D['attributes']>[];
  /** Attributes shown only in the response to this request. */
  readonly revealed?: Readonly<Record<string, Json>>;
  /** By relationship through a link type. */
  readonly links?: { readonly [N in Name<D['relationships']>]?: LinksDecision };
  /** Steps that do not fit into the transaction, before and after it. */
  readonly around?: Steps;
}

export interface LinksDecision {
  /** Fields of the links to create. */
  readonly fields?: (relatedId: string) => Readonly<Record<string, Json>>;
  /** The links on which the rule has decided, so that they are not read again in another state. */
  readonly known?: readonly Linking[];
}

/** How a transaction ended. 'again': data had changed, so everything is decided again. */
export type Ending = 'saved' | 'again' | 'rejected';

/** Separate writes around a transaction. A crash can happen after each of them. */
export interface Steps {
  /** Called for valid requests. What it reads is not checked by the transaction. @returns false if data has changed, so that everything is decided again. */
  before?(context: Context): Promise<boolean>;
  /** Called after every attempt, even a failed one. Its errors are only logged. */
  after?(ending: Ending, context: Context): Promise<void>;
}

/**
 * A pure rule: no reads, no requests, no clock.
 * @param loaded what the hooks of all features for the type have read.
 * @throws Problems (403) that leave nothing else to report.
 */
export type Rule<D extends Declared, L> = {
  // Method syntax, so that rules can also need what the hooks of lower features read.
  rule(draft: Draft<D>, loaded: L): WriteDecision<D> | undefined;
}['rule'];

/** What is being read, by name. Each read can be a promise. */
type Loading<L> = { readonly [N in keyof L]: L[N] | Promise<L[N]> };

/** The context of one decision. Its write checks what was read with it (shared/kit/records/deciding.ts). */
export type DecidingContext = Context & Deciding;

/** Uses method syntax, so that hooks of any declaration are assignable to `Hooks`. */
export interface TypedHooks<D extends Declared, L, R> {
  /** @returns what the rules need. */
  load?(sent: Sent<D>, context: DecidingContext): Promise<L> | Loading<L>;
  /** Rules in the order in which they decide. */
  readonly decide?: readonly Rule<D, L>[];
  readonly remove?: RemovalHooks<D, R>;
}

interface RemovalHooks<D extends Declared, R> {
  /** @param cause in a cascade, the record that causes the deletion. @returns what `decide` needs. */
  load?(record: Stored<D>, context: DecidingContext, cause?: StoredRecord): Promise<R> | Loading<R>;
  /** Pure. Decides whether and how a record may be deleted. @throws Problems (403, 422). */
  decide(record: Stored<D>, loaded: R, removing: Removing): Removal | undefined;
}

interface Removing extends Pick<Context, 'caller' | 'now'> {
  /** In a cascade, the record that causes the deletion. Only `also` and `writes` are then used. */
  readonly cause: StoredRecord | undefined;
}

/** Changes in addition to the declared effects of a deletion. */
export interface Removal {
  readonly also?: readonly Change[];
  readonly writes?: readonly Write[];
  /** Why the record cannot be deleted. Not read in a cascade. */
  readonly problems?: readonly Problem[];
  readonly around?: Steps;
  /** Fields to set, by type, on records whose relationship to the deleted one is cleared. */
  readonly clearedFields?: ClearedFields;
}

/** Hooks of any type. */
export type Hooks = TypedHooks<Declared, object, object>;

/** The context of a write, with the hooks of the function's types, in the order of their features. */
export interface WriteContext extends Context {
  readonly hooks: Readonly<Record<string, readonly Hooks[] | undefined>>;
}

/**
 * Types hooks by a declaration.
 * @example hooksOf(labels, { decide: [({ before }) => (before ? undefined : { fields: { description: null } })] })
 */
export const hooksOf = <D extends Declared, L extends object, R extends object>(
  _resource: D,
  hooks: TypedHooks<D, L, R>,
): Hooks => hooks as Hooks;

/** @returns the hooks of the features by type. Those of one type are in the order of the features. */
export function joinedHooks(features: readonly Readonly<Record<string, Hooks>>[]): WriteContext['hooks'] {
  const byType = Map.groupBy(features.flatMap(Object.entries<Hooks>), ([type]) => type);
  return Object.fromEntries(
    Array.from(byType, ([type, entries]) => [type, entries.map(([, hooks]) => hooks)]),
  );
}
