/** A resource as data. Routes, validation, serialisation, documentation and tests are computed from it. */
import type { Problem, ProblemCode } from '../../domain/problems.ts';
import type { Attribute } from './attribute.ts';
import type { Filter } from './filter.ts';
import type { Relationship } from './relationship.ts';

export type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A custom action: its path below the resource's, on one record or on the collection. */
export interface Action {
  readonly method: 'GET' | 'POST';
  readonly on: 'record' | 'collection';
}

type Owner = 'user' | 'organization' | 'platform';
type Attributes = Readonly<Record<string, Attribute>>;
type Relationships = Readonly<Record<string, Relationship>>;
type Names<T> = Extract<keyof T, string>;

export interface SmartCreation<F extends string = string> {
  readonly by: F;
  readonly updates: readonly F[];
  /** A flag in the meta of the document's data that forces a new record all the same. */
  readonly duplicates?: string;
}

export interface ResourceDeclaration<
  T extends string = string,
  G extends string = string,
  A extends Attributes = Attributes,
  R extends Relationships = Relationships,
  C extends Readonly<Record<string, Action>> = Readonly<Record<string, Action>>,
  O extends Owner = Owner,
> {
  readonly type: T;
  /** The function that serves it. */
  readonly group: G;
  /** Whose its records are. 'platform': fixed reference data, the same for everyone. */
  readonly owner: O;
  readonly pageMeta: 'kebab' | 'camel' | 'none';
  readonly attributes: A;
  readonly relationships: R;
  /** What the reference says of it beside what its members say: one sentence or two each. */
  readonly docs: readonly string[];
  /** Who may call its routes. */
  readonly access: 'signed-in' | 'admin';
  readonly operations: readonly Operation[];
  readonly actions: C;
  readonly filters: Readonly<Record<string, Filter<NoInfer<Names<A> | Names<R> | 'id'>>>>;
  readonly sorts: readonly NoInfer<Names<A>>[];
  /** Fields as in `sort`, `-` for descending; none: oldest first. */
  readonly defaultSort: readonly (NoInfer<Names<A>> | `-${NoInfer<Names<A>>}`)[];
  readonly includes: readonly (NoInfer<Names<R>> | `${NoInfer<Names<R>>}.${string}`)[];
  /** The field that says whether a record stands in the list; one that does not can still be read by id. */
  readonly listedBy: NoInfer<Names<A>> | null;
  readonly pageSize: { readonly standard: number; readonly max: number };
  /** POST with a value of this field that the owner already has answers with that record, updated by these fields. */
  readonly smartCreation: SmartCreation<NoInfer<Names<A>>> | null;
  /** What it is when a unique value is taken, by the name it has in the key row. */
  readonly taken: Readonly<Record<string, Problem>> | null;
  /** At most so many records of one owner, and what one more is. */
  readonly quota: { readonly max: number; readonly code: ProblemCode; readonly detail: string } | null;
  /** Members of a write that nobody declared, or that are read-only. */
  readonly unknownMembers: 'ignored' | 'refused';
  /** Records of others answer 403, or 404 exactly like unknown ids. */
  readonly foreignRecords: 'forbidden' | 'hidden';
  /** What a client-generated id on create is. */
  readonly clientIds: 'client_id_forbidden' | 'client_id_conflict';
  /** What an unknown or malformed filter or page is. */
  readonly badParameters: 'unsupported_parameter' | 'invalid_filter';
  /** The form of its ids; others are unknown without asking the table. */
  readonly idPattern: RegExp;
}

/** A declaration whose field names are no longer known to the compiler: what the kit works with. */
export type Resource = Omit<
  ResourceDeclaration,
  'filters' | 'sorts' | 'defaultSort' | 'includes' | 'listedBy' | 'smartCreation'
> & {
  readonly filters: Readonly<Record<string, Filter>>;
  readonly sorts: readonly string[];
  readonly defaultSort: readonly string[];
  readonly includes: readonly string[];
  readonly listedBy: string | null;
  readonly smartCreation: SmartCreation | null;
};

type Optional =
  | 'docs'
  | 'access'
  | 'actions'
  | 'filters'
  | 'sorts'
  | 'defaultSort'
  | 'includes'
  | 'listedBy'
  | 'pageSize'
  | 'smartCreation'
  | 'taken'
  | 'quota';
type Conventions = 'unknownMembers' | 'foreignRecords' | 'clientIds' | 'badParameters' | 'idPattern';

/** Checks what types cannot. @throws with a remedy when the declaration contradicts itself. */
export function defineResource<
  const T extends string,
  const G extends string,
  const A extends Attributes,
  const R extends Relationships,
  const C extends Readonly<Record<string, Action>> = Readonly<Record<never, Action>>,
  const O extends Owner = Owner,
>(
  declaration: Omit<ResourceDeclaration<T, G, A, R, C, O>, Optional | Conventions> &
    Partial<Pick<ResourceDeclaration<T, G, A, R, C, O>, Optional | Conventions>>,
): ResourceDeclaration<T, G, A, R, C, O> {
  for (const [name, { required, writable }] of Object.entries({
    ...declaration.attributes,
    ...declaration.relationships,
  })) {
    if (required && writable === 'never') {
      throw new Error(`${declaration.type}.${name} is required but never writable: drop one of the two.`);
    }
    if (name in declaration.attributes && name in declaration.relationships) {
      throw new Error(
        `${declaration.type}.${name} is an attribute and a relationship: rename one (JSON:API fields).`,
      );
    }
  }
  return {
    docs: [],
    access: 'admin',
    actions: {} as C,
    filters: {},
    sorts: [],
    defaultSort: [],
    includes: [],
    listedBy: null,
    pageSize: { standard: 20, max: 100 },
    smartCreation: null,
    taken: null,
    quota: null,
    unknownMembers: 'ignored',
    foreignRecords: 'forbidden',
    clientIds: 'client_id_forbidden',
    badParameters: 'unsupported_parameter',
    idPattern: /^[1-9]\d{0,15}$/,
    ...declaration,
  };
}
