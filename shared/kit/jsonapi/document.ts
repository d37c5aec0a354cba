/** Reads the document of a write and checks its JSON:API structure. */
import { isFull, type Problem, type ProblemCode, Problems, problem, throwIfAny } from '../values/problems.ts';
import type { Identifier } from './types.ts';

export interface WriteDocument {
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Well-formed linkage by relationship name. The records may not exist. */
  readonly linkage: Readonly<Record<string, Linkage>>;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Names directly in `data` that JSON:API does not have there. */
  readonly misplaced?: ReadonlySet<string>;
}

export const documentOf = (
  attributes: WriteDocument['attributes'],
  linkage: WriteDocument['linkage'] = {},
): WriteDocument => ({ attributes, linkage, meta: {} });

export type Linkage = Identifier | null | readonly Identifier[];

/** Maximum linkage per request, because errors list every invalid id. */
const MAX_IDENTIFIERS = 1000;

type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The expected identity: the type and, on update, the id in the path. */
export interface Expected {
  readonly type: string;
  readonly id: string | null;
  readonly clientIds: Extract<ProblemCode, 'client_id_forbidden' | 'client_id_conflict'>;
  /** For examples in errors. */
  readonly relationships?: Readonly<Record<string, { readonly type: string; readonly many: boolean }>>;
}

/**
 * Reads a document with several resource objects, for bulk actions.
 * @param read reads one item, wrapped in its own document.
 * @throws Problems of all items, with pointers such as /data/3/relationships/album.
 * @example readEach(body, 90, (each) => readDocument(each, { type, id: null, clientIds }))
 */
export function readEach<T>(body: unknown, max: number, read: (body: object) => T): T[] {
  const data = primaryData(body);
  if (!Array.isArray(data)) throw malformed('data must be a list of resource objects.', '/data');
  if (data.length === 0 || data.length > max) {
    throw problem('invalid_value', `data must have 1 to ${max} items.`, { pointer: '/data' });
  }
  const problems: Problem[] = [];
  const items = data.flatMap((item, index) => {
    try {
      return [read({ data: item })];
    } catch (error) {
      if (!(error instanceof Problems)) throw error;
      problems.push(...itemProblems(error.problems, index));
      return [];
    }
  });
  throwIfAny(problems);
  return items;
}

/** @returns the problems of an item, with pointers into the whole document. */
export const itemProblems = (problems: readonly Problem[], index: number): Problem[] =>
  problems.map((each) => ({ ...each, pointer: itemPointer(each.pointer, index) }));

/** @returns /data/3/relationships/album for /data/relationships/album of the fourth item. */
export const itemPointer = (pointer: string | undefined, index: number): string =>
  `/data/${index}${pointer?.replace(/^\/data/, '') ?? ''}`;

/**
 * @returns empty objects for missing members.
 * @throws malformed_document, or a conflict if the document identifies another record.
 */
export function readDocument(body: unknown, expected: Expected): WriteDocument {
  const data = primaryData(body);
  if (!isObject(data)) throw malformed('data must be a resource object.', '/data');
  const problems: Problem[] = [];
  const object = (name: string): JsonObject => {
    const value = Object.hasOwn(data, name) ? data[name] : {};
    if (isObject(value)) return value;
    problems.push({
      code: 'malformed_document',
      detail: `${name} must be an object.`,
      pointer: `/data/${name}`,
    });
    return {};
  };
  const attributes = object('attributes');
  const relationships = object('relationships');
  const meta = object('meta');
  // Without a prototype, __proto__ is an ordinary relationship name.
  const linkage: Record<string, Linkage> = Object.create(null);
  for (const [name, relationship] of Object.entries(relationships)) {
    if (isFull(problems)) break;
    const at = `/data/relationships/${pointerPart(name)}`;
    const data =
      isObject(relationship) && Object.hasOwn(relationship, 'data') ? relationship['data'] : undefined;
    const read = data === undefined ? undefined : readLinkage(data);
    if (read !== undefined) linkage[name] = read;
    // A relationship with only links or meta is treated as not sent.
    else if (!isObject(relationship) || (data === undefined && isBare(relationship)))
      problems.push(badLinkage(at, exampleOf(expected, name)));
    else if (data !== undefined) problems.push(badLinkage(`${at}/data`, exampleOf(expected, name)));
  }
  throwIfAny(problems);
  checkIdentity(data, expected);
  const misplaced = new Set(Object.keys(data).filter((name) => !objectMembers.has(name)));
  return { attributes, linkage, meta, misplaced };
}

/** Reads the body of a relationship request. @throws malformed_document if its data is not linkage. */
export function readLinkageDocument(body: unknown): Linkage {
  const linkage = readLinkage(primaryData(body));
  if (linkage === undefined)
    throw malformed(
      `data must be resource linkage: null, {type, id}, or a list of at most ${MAX_IDENTIFIERS} of these.`,
      '/data',
    );
  return linkage;
}

/** @returns the `data` of a document. @throws malformed_document if it is missing. */
function primaryData(body: unknown): unknown {
  if (body === undefined) throw malformed('The body is empty. It must be a JSON:API document.', '');
  if (!isObject(body)) throw malformed('The body must be a JSON:API document.', '');
  if (!Object.hasOwn(body, 'data')) throw malformed('The document must have a data member.', '');
  return body['data'];
}

/** @returns undefined if the value is not resource linkage. */
function readLinkage(value: unknown): Linkage | undefined {
  if (value === null) return null;
  if (isIdentifier(value)) return { type: value.type, id: value.id };
  if (!Array.isArray(value) || value.length > MAX_IDENTIFIERS || !value.every(isIdentifier)) return undefined;
  return value.map(({ type, id }) => ({ type, id }));
}

/** Escapes `~` and `/` (RFC 6901). */
export const pointerPart = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isIdentifier = (value: unknown): value is Identifier =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string';

const malformed = (detail: string, pointer: string) => problem('malformed_document', detail, { pointer });

const badLinkage = (pointer: string, example: string): Problem => ({
  code: 'malformed_document',
  detail: `The linkage must be null, {type, id} with strings, or a list of at most ${MAX_IDENTIFIERS} of these.${example}`,
  pointer,
});

/** The members of a resource object (JSON:API 1.0). */
export const objectMembers: ReadonlySet<string> = new Set([
  'type',
  'id',
  'attributes',
  'relationships',
  'links',
  'meta',
]);

/** Whether a relationship is an identifier itself, instead of having one as its data. */
const isBare = (relationship: JsonObject): boolean => 'type' in relationship || 'id' in relationship;

function exampleOf({ relationships = {} }: Expected, name: string): string {
  const relationship = Object.hasOwn(relationships, name) ? relationships[name] : undefined;
  if (!relationship) return '';
  const identifier = { type: relationship.type, id: '17' };
  const example = { [name]: { data: relationship.many ? [identifier] : identifier } };
  return ` For example: ${JSON.stringify(example)}.`;
}

function checkIdentity(data: JsonObject, { type, id, clientIds }: Expected): void {
  if (typeof data['type'] !== 'string') throw malformed('data.type must be a string.', '/data/type');
  if (data['type'] !== type) {
    throw problem('type_conflict', `data.type must be ${type}.`, { pointer: '/data/type' });
  }
  const sentId = Object.hasOwn(data, 'id') ? data['id'] : undefined;
  const pointer = '/data/id';
  if (id === null) {
    // Some clients send null for a new record.
    if (sentId === undefined || sentId === null) return;
    throw problem(clientIds, 'The service assigns ids. Omit data.id.', { pointer });
  }
  if (sentId === undefined) throw malformed('data.id must be the id in the path.', pointer);
  if (sentId !== null && typeof sentId !== 'string') throw malformed('data.id must be a string.', pointer);
  if (sentId !== id) throw problem('id_conflict', 'data.id must be the id in the path.', { pointer });
}
