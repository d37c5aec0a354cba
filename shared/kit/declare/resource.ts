/** Declares resources. Routes, validation, serialization, documentation and tests are derived from the declaration. */
import type { Problem, ProblemCode } from '../values/problems.ts';
import type { Attribute, Schema } from './attribute.ts';
import type { Filter } from './filter.ts';
import type { Relationship } from './relationship.ts';
import type { Parameters, ShownResponse } from './shown-response.ts';

type Operation = 'list' | 'read' | 'create' | 'update' | 'delete';

/** A custom action. Its name is its path below the record or the collection, unless it has its own path. */
export interface Action {
  readonly method: 'GET' | 'POST';
  readonly on: 'record' | 'collection';
  /** Such as /royalties/summary. */
  readonly path?: string;
  /** Its name in the API reference and in clients generated from that, such as rotateWebhookSecret. Never renamed. */
  readonly operationId: string;
  /** A line for the API reference. */
  readonly summary: string;
  /** The query parameters it accepts: those of the type, or of the type that it lists. */
  readonly parameters: Parameters;
  /** Maximum number of documents in its body. Without it, the action takes no body. */
  readonly maxDocuments?: number;
  readonly response: ShownResponse;
  /** Codes of the errors of its rules. */
  readonly rejections?: readonly ProblemCode[];
}

/** How `meta.page` spells its members. 'camel-without-range': no `from` and `to`. 'none': lists are not paged. */
export type PageSpelling = 'kebab' | 'camel' | 'camel-without-range' | 'none';

type Owner = 'user' | 'organization' | 'platform';
type Attributes = Readonly<Record<string, Attribute>>;
type Relationships = Readonly<Record<string, Relationship>>;
type Names<T> = Extract<keyof T, string>;

interface SmartCreation<F extends string = string> {
  /** The field, or fields joined by `+`, that identify an existing record. */
  readonly by: F | `${F}+${F}`;
  /** The fields that are updated on the existing record. */
  readonly updates: readonly F[];
  /** The flag in `data.meta` that forces a new record. */
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
  /** The function that serves its routes. */
  readonly group: G;
  /** Who owns its records. 'platform': reference data, the same for every user. */
  readonly owner: O;
  readonly pageMeta: PageSpelling;
  readonly attributes: A;
  readonly relationships: R;
  /** Notes for the API reference, one or two sentences each. */
  readonly docs: readonly string[];
  /** Who may call its routes: every role, or admins only. */
  readonly access: 'signed-in' | 'admin';
  readonly operations: readonly Operation[];
  readonly actions: C;
  readonly filters: Readonly<Record<string, Filter<NoInfer<Names<A> | Names<R> | 'id'>>>>;
  readonly sorts: readonly NoInfer<Names<A>>[];
  /** Fields as in the `sort` parameter, `-` for descending. Empty: oldest first. */
  readonly defaultSort: readonly (NoInfer<Names<A>> | `-${NoInfer<Names<A>>}`)[];
  readonly includes: readonly (NoInfer<Names<R>> | `${NoInfer<Names<R>>}.${string}`)[];
  /** A boolean attribute, or a to-one relationship: without it, a record is read by id but not listed. */
  readonly listedBy: NoInfer<Names<A> | Names<R>> | null;
  readonly pageSize: { readonly standard: number; readonly max: number };
  /** Its lists look through large rows, as far as one request may read: beyond, `search_too_large`. */
  readonly listsLargeRows: boolean;
  /** A POST only asks for what the record stands for, which is made later: it gets a 202. */
  readonly asynchronous: boolean;
  /** A POST with a name that the owner already uses updates and returns that record. */
  readonly smartCreation: SmartCreation<NoInfer<Names<A>>> | null;
  /** Errors for unique values that are taken, by their names in the key row. */
  readonly taken: Readonly<Record<string, Problem>> | null;
  /** Maximum number of records per owner, and the error beyond it. */
  readonly quota: { readonly max: number; readonly code: ProblemCode; readonly detail: string } | null;
  /** Codes of errors that its own rules add to those of its writes. */
  readonly rejections: readonly ProblemCode[];
  /** `meta` of its resource objects, where its view adds one. */
  readonly meta: Schema | null;
  /** How undeclared and read-only members of a document are treated. */
  readonly unknownMembers: 'ignored' | 'rejected';
  /** Access to records of other owners: 403, or 404 as for unknown ids. */
  readonly foreignRecords: 'forbidden' | 'hidden';
  /** The error for a client-generated id. */
  readonly clientIds: 'client_id_forbidden' | 'client_id_conflict';
  /** The errors for an unknown query parameter, and for one with an invalid value. */
  readonly badParameters: {
    readonly unsupported: Extract<ProblemCode, 'unsupported_parameter' | 'invalid_filter'>;
    readonly invalid: Extract<ProblemCode, 'invalid_parameter' | 'invalid_filter'>;
  };
  /** Pattern of its ids. Other ids are unknown, without a read. */
  readonly idPattern: RegExp;
  /** New ids are multiples of it: the ids in between are left for what belongs to a record. */
  readonly idSpacing: number;
}

/** A declaration of any type: the code that serves all resources works with it. */
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

/** What a POST returns, whether it makes its record or finds it. */
export const creationStatus = ({ asynchronous }: Pick<Resource, 'asynchronous'>): 201 | 202 =>
  asynchronous ? 202 : 201;

/** Whether a request for the action has a body. */
export const takesDocuments = ({ maxDocuments }: Pick<Action, 'maxDocuments'>): boolean =>
  maxDocuments !== undefined;

/** What a declaration has unless it says otherwise. */
const defaults = {
  docs: [],
  access: 'admin',
  actions: {},
  filters: {},
  sorts: [],
  defaultSort: [],
  includes: [],
  listedBy: null,
  pageSize: { standard: 20, max: 100 },
  listsLargeRows: false,
  asynchronous: false,
  smartCreation: null,
  taken: null,
  quota: null,
  rejections: [],
  meta: null,
  unknownMembers: 'ignored',
  foreignRecords: 'forbidden',
  clientIds: 'client_id_forbidden',
  badParameters: { unsupported: 'unsupported_parameter', invalid: 'invalid_parameter' },
  idPattern: /^[1-9]\d{0,15}$/,
  idSpacing: 1,
} as const satisfies Partial<ResourceDeclaration>;

/** A declaration as it is written: without what stays at its default. */
export type WithDefaults<D extends object> = Omit<D, keyof typeof defaults> &
  Partial<Pick<D, keyof typeof defaults & keyof D>>;

/**
 * Declares a resource. Add it to `shared/service/api.ts`, and its key row to `keys.ts` of its feature.
 * @param declaration only `type` to `operations` are required; the rest has defaults.
 * @returns the complete declaration; hooks, views and rules derive their types from it.
 * @throws Error when the declaration contradicts itself in a way that types cannot express.
 * @example
 * export const labels = defineResource({
 *   type: 'labels',
 *   group: 'labels',
 *   owner: 'user',
 *   pageMeta: 'kebab',
 *   attributes: { name: attr(text(1, 255), { required: true }), ...timestamps },
 *   relationships: { albums: toMany('albums', { inverse: 'label' }) },
 *   operations: ['list', 'read', 'create', 'update', 'delete'],
 *   filters: { name: partial('name') },
 *   sorts: ['name', 'created-at'],
 *   includes: ['albums'],
 * });
 */
export function defineResource<
  const T extends string,
  const G extends string,
  const A extends Attributes,
  const R extends Relationships,
  const C extends Readonly<Record<string, Action>> = Readonly<Record<never, Action>>,
  const O extends Owner = Owner,
>(declaration: WithDefaults<ResourceDeclaration<T, G, A, R, C, O>>): ResourceDeclaration<T, G, A, R, C, O> {
  for (const [name, { required, writable }] of Object.entries({
    ...declaration.attributes,
    ...declaration.relationships,
  })) {
    if (required && writable === 'never') {
      throw new Error(`${declaration.type}.${name} is required but never writable: remove one of the two.`);
    }
    if (name in declaration.attributes && name in declaration.relationships) {
      throw new Error(
        `${declaration.type}.${name} is both an attribute and a relationship: rename one, as JSON:API requires.`,
      );
    }
  }
  return { ...defaults, actions: {} as C, ...declaration };
}
