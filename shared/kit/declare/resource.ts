/** Declares resources. Routes, validation, serialization, documentation and tests use the declaration. */

import type { Json } from '../table/item.ts';
import type { Problem, ProblemCode } from '../values/problems.ts';
import type { Attribute, Described, Schema } from './attribute.ts';
import { date, type Filter } from './filter.ts';
import type { Relationship } from './relationship.ts';
import type { Parameters, ShownResponse } from './shown-response.ts';

type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A custom action. Its name is its path below the record or collection, unless it has another path. */
export interface Action {
  readonly method: 'GET' | 'POST';
  readonly on: 'record' | 'collection';
  /** Such as /royalties/summary. */
  readonly path?: string;
  /** Name in the API reference and generated clients, such as rotateWebhookSecret. Never rename it. */
  readonly operationId: string;
  /** Summary in the API reference. */
  readonly summary: string;
  /** Accepted query parameters, of its type or the listed type. */
  readonly parameters: Parameters;
  /** Maximum number of resource objects in the body, which is then a list of them. */
  readonly maxRecords?: number;
  /** What its body contains. An action without `body` and `maxRecords` has no body. */
  readonly body?: ActionBody;
  readonly response: ShownResponse;
  /** Whether a request with an Idempotency-Key that is repeated runs again, because it changes nothing. */
  readonly runsAgain?: true;
  /** A rate limit of its requests, in addition to that of the user's writes. */
  readonly budget?: 'resends';
  /** Problem codes of its rules. */
  readonly rejections?: readonly ProblemCode[];
}

/** The body of an action on a record: a document of its type, with attributes that only the action has. */
export interface ActionBody {
  readonly attributes: Readonly<Record<string, Schema>>;
  /** Whether the attributes, and the whole body, can be omitted. */
  readonly isOptional: boolean;
  /** Valid attributes, for the documentation and tests. */
  readonly example: Readonly<Record<string, Json>>;
}

/** The error for a unique value that another record has. */
interface TakenProblem extends Problem {
  /** A to-one relationship of that record, whose id the error names. */
  readonly names?: string;
}

/** Spelling of `meta.page`. 'camel-without-range' omits `from` and `to`. With 'none', lists are not paged. */
export type PageSpelling = 'kebab' | 'camel' | 'camel-without-range' | 'none';

type Owner = 'user' | 'organization' | 'platform';
type Attributes = Readonly<Record<string, Attribute>>;
type Relationships = Readonly<Record<string, Relationship>>;
type Names<T> = Extract<keyof T, string>;

interface SmartCreation<F extends string = string> {
  /** The field, or fields joined by `+`, that identifies an existing record. */
  readonly by: F | `${F}+${F}`;
  /** Fields to update on the existing record if they are sent. */
  readonly updates: readonly F[];
  /** Whether a null clears these fields. Otherwise, it leaves them as they are. */
  readonly clearedByNull?: true;
  /** The flag in `data.meta` that lets a further record have the name, on create and on update. */
  readonly duplicates?: string;
}

/** What few types need. */
interface Exceptions {
  /** Whether a POST only starts work that ends later. Its response is a 202. */
  readonly asynchronous: boolean;
  /** Maximum number of records per owner, and the error if it is exceeded. */
  readonly quota: { readonly max: number; readonly code: ProblemCode; readonly detail: string } | null;
  /** How undeclared and read-only members of a document are treated. */
  readonly unknownMembers: 'ignored' | 'rejected';
  /** Whether access to records of other owners is a 403 or, as for unknown ids, a 404. */
  readonly foreignRecords: 'forbidden' | 'hidden';
  /** Flags in `data.meta` of a PATCH, with what each does. */
  readonly updateFlags: Readonly<Record<string, { readonly says: string }>>;
  /** The error for a client-generated id. */
  readonly clientIds: 'client_id_forbidden' | 'client_id_conflict';
  /** Errors for unknown query parameters and invalid values. */
  readonly badParameters: {
    readonly unsupported: Extract<ProblemCode, 'unsupported_parameter' | 'invalid_filter'>;
    readonly invalid: Extract<ProblemCode, 'invalid_parameter' | 'invalid_filter'>;
  };
  /** Pattern of ids. Other ids are unknown without a read. */
  readonly idPattern: RegExp;
  /** New ids are multiples of it. The ids in between are reserved for parts of the record. */
  readonly idSpacing: number;
}

export interface ResourceDeclaration<
  T extends string = string,
  G extends string = string,
  A extends Attributes = Attributes,
  R extends Relationships = Relationships,
  C extends Readonly<Record<string, Action>> = Readonly<Record<string, Action>>,
  O extends Owner = Owner,
> extends Exceptions {
  readonly type: T;
  /** The function that serves its routes. */
  readonly group: G;
  /** Owner of the records. 'platform' is for reference data, which is the same for every user. */
  readonly owner: O;
  readonly pageMeta: PageSpelling;
  readonly attributes: A;
  readonly relationships: R;
  /** What a record is, in one or two sentences. */
  readonly about: string;
  /** Roles that may call its routes. */
  readonly access: 'signed-in' | 'admin';
  readonly operations: readonly Operation[];
  readonly actions: C;
  readonly filters: Readonly<Record<string, Filter<NoInfer<Names<A> | Names<R> | 'id'>>>>;
  readonly sorts: readonly NoInfer<Names<A>>[];
  /** Fields as in the `sort` parameter. An empty list sorts the oldest first. */
  readonly defaultSort: readonly (NoInfer<Names<A>> | `-${NoInfer<Names<A>>}`)[];
  readonly includes: readonly (NoInfer<Names<R>> | `${NoInfer<Names<R>>}.${string}`)[];
  /** A boolean attribute or to-one relationship. Records without it are not listed, but can be read by id. */
  readonly listedBy: NoInfer<Names<A> | Names<R>> | null;
  readonly pageSize: { readonly standard: number; readonly max: number };
  /** A POST with an existing name updates and returns that record. */
  readonly smartCreation: SmartCreation<NoInfer<Names<A>>> | null;
  /** Errors for taken unique values, by their names in the key row. */
  readonly taken: Readonly<Record<string, TakenProblem>> | null;
  /** Problem codes that its rules add to those of writes. */
  readonly rejections: readonly ProblemCode[];
  /** Schema of `meta` in resource objects, if the view adds one. */
  readonly meta: Schema | null;
}

/** A declaration of any type. */
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

/** @returns the status of a POST, even if smart creation found the record. */
export const creationStatus = ({ asynchronous }: Pick<Resource, 'asynchronous'>): 201 | 202 =>
  asynchronous ? 202 : 201;

/** The flags that `data.meta` of a request can have. */
export const flagsOf = (
  { smartCreation, updateFlags }: Pick<Resource, 'smartCreation' | 'updateFlags'>,
  doing: 'create' | 'update',
): string[] => [
  ...(smartCreation?.duplicates === undefined ? [] : [smartCreation.duplicates]),
  ...(doing === 'update' ? Object.keys(updateFlags) : []),
];

/** Whether the body of the action is a list of records. */
export const takesRecords = ({ maxRecords }: Pick<Action, 'maxRecords'>): boolean => maxRecords !== undefined;

const defaults = {
  relationships: {},
  access: 'admin',
  actions: {},
  filters: {},
  sorts: [],
  defaultSort: [],
  includes: [],
  listedBy: null,
  pageSize: { standard: 20, max: 100 },
  smartCreation: null,
  taken: null,
  rejections: [],
  meta: null,
  asynchronous: false,
  quota: null,
  unknownMembers: 'ignored',
  foreignRecords: 'forbidden',
  updateFlags: {},
  clientIds: 'client_id_forbidden',
  badParameters: { unsupported: 'unsupported_parameter', invalid: 'invalid_parameter' },
  idPattern: /^[1-9]\d{0,15}$/,
  idSpacing: 1,
} as const satisfies Partial<ResourceDeclaration>;

type None = Readonly<Record<never, never>>;

/** A declaration without members that keep their default. */
export type WithDefaults<D extends object> = Omit<D, keyof typeof defaults> &
  Partial<Pick<D, keyof typeof defaults & keyof D>>;

/**
 * Declares a resource. Add it to `types` in `feature.ts`, and its key row to `keys.ts`.
 * @returns the complete declaration, from which hooks, views and rules derive their types.
 * @example
 * export const labels = defineResource({
 *   type: 'labels',
 *   group: 'labels',
 *   owner: 'user',
 *   pageMeta: 'kebab',
 *   about: 'A brand that albums are released on.',
 *   attributes: { name: attr(text(1, 255), { required: true, says: 'The name.' }), ...timestamps },
 *   relationships: { albums: toMany('albums', { inverse: 'label', says: 'The albums on the label.' }) },
 *   operations: ['list', 'read', 'create', 'update', 'delete'],
 *   filters: { name: partial('name') },
 *   sorts: ['name', 'created-at'],
 *   includes: ['albums'],
 * });
 */
export function defineResource<
  const T extends string,
  const G extends string,
  const A extends Readonly<Record<string, Attribute & Described>>,
  const R extends Readonly<Record<string, Relationship & { readonly says: string }>> = None,
  const C extends Readonly<Record<string, Action>> = None,
  const O extends Owner = Owner,
>(declaration: WithDefaults<ResourceDeclaration<T, G, A, R, C, O>>): ResourceDeclaration<T, G, A, R, C, O> {
  const whole = { ...defaults, relationships: {} as R, actions: {} as C, ...declaration };
  return { ...whole, filters: { ...whole.filters, ...changedSince(whole.sorts) } };
}

/** The filters of each list that can be sorted by `updated-at`, which find what has changed. */
function changedSince<F extends string>(sorts: readonly F[]): Readonly<Record<string, Filter<F>>> {
  const field = sorts.find((each) => each === 'updated-at');
  if (field === undefined) return {};
  return { 'updated-at-gte': date(field, 'gte'), 'updated-at-lte': date(field, 'lte') };
}

/** What the declarations of reference data share. Their records are in `shared/reference/records.ts`. */
export const referenceData = { group: 'reference', owner: 'platform', operations: ['list', 'read'] } as const;
