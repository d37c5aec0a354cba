/** Reads a document, checks it against the declaration, and finds the records that it links. */
import * as v from 'valibot';
import { resourceOf } from '../../declare/api.ts';
import { type Attribute, isWritable } from '../../declare/attribute.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import { referenceHint } from '../../declare/reference-hint.ts';
import type { Relationship } from '../../declare/relationship.ts';
import { flagsOf, type Resource } from '../../declare/resource.ts';
import { type Linkage, pointerPart, type WriteDocument } from '../../jsonapi/document.ts';
import type { Json } from '../../table/item.ts';
import { nearestOf } from '../../values/nearest-name.ts';
import { isFull, type Problem, throwIfAny } from '../../values/problems.ts';
import { type Context, ownerOf } from '../context.ts';

type Doing = 'create' | 'update';

/** A document as read against the declaration, without any other record. */
export interface Input {
  /** Names of sent fields. */
  readonly sent: Set<string>;
  /** The valid ones. */
  readonly values: Record<string, Json>;
  /** Sent linkage of relationships through link types. */
  readonly throughLinkage: Map<string, readonly string[]>;
  readonly problems: Problem[];
  /** Sent linkage that cannot be changed later, which is a problem unless it is that of the record. */
  readonly unchangeable: Map<Problem, { readonly name: string; readonly ids: readonly string[] | string }>;
}

/** Finds linked records of any owner. */
export type FindLinked = (
  target: Resource,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, StoredRecord>>;

export function readInput(resource: Resource, document: WriteDocument, doing: Doing): Input {
  const input: Input = {
    sent: new Set(),
    values: {},
    throughLinkage: new Map(),
    problems: [],
    unchangeable: new Map(),
  };
  const hintFor = (name: string) => hintOf(resource, document, name);
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    readAttribute(input, { name, attribute, document, doing, hint: hintFor });
  }
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    readRelationship(input, { name, relationship, linkage: document.linkage, doing, hint: hintFor });
  }
  checkFlags(input, resource, { document, doing });
  if (resource.unknownMembers === 'rejected') rejectUnknown(input, resource, { document, doing });
  return input;
}

/** @returns the problems of a document for the record. Clients send whole records back. */
export const problemsFor = (
  { problems, unchangeable }: Input,
  before: StoredRecord | undefined,
): readonly Problem[] =>
  problems.filter((each) => {
    const sent = unchangeable.get(each);
    return !sent || String(sent.ids) !== String([before?.fields[sent.name]].flat());
  });

/** Rejects a change of a write-once field. Other read-only fields are ignored. */
const tooLate = (name: string, pointer: string): Problem => ({
  code: 'invalid_value',
  detail: `${name} cannot be changed later.`,
  pointer,
});

function readAttribute(
  input: Input,
  about: { name: string; attribute: Attribute; document: WriteDocument; doing: Doing; hint: Hint },
): void {
  const { name, attribute, document, doing, hint } = about;
  const sent = document.attributes;
  const pointer = `/data/attributes/${pointerPart(name)}`;
  const isSent = Object.hasOwn(sent, name);
  if (!isWritable(attribute.writable, doing)) {
    if (isSent && attribute.writable === 'once') input.problems.push(tooLate(name, pointer));
    return;
  }
  if (!isSent) {
    if (attribute.required && doing === 'create') input.problems.push(missing(name, pointer, hint));
    return;
  }
  input.sent.add(name);
  const value = sent[name];
  // Limit the number of items before checking them, because each can have problems.
  if (Array.isArray(value) && value.length > attribute.maxItems) {
    input.problems.push({
      code: 'invalid_value',
      detail: `${name} must have at most ${attribute.maxItems} items.`,
      pointer,
    });
    return;
  }
  const result = v.safeParse(attribute.schema, value);
  if (result.success) input.values[name] = result.output as Json;
  for (const issue of result.issues ?? []) input.problems.push(invalid(name, pointer, issue));
}

/** @returns what may be meant for a missing member, with a space before it, or an empty text. */
type Hint = (name: string) => string;

const missing = (name: string, pointer: string, hint: Hint): Problem => ({
  code: 'required',
  detail: `${name} is required.${hint(name)}`,
  pointer,
});

/** A member that is missing can be in another place of the document, or be misspelt. */
function hintOf(resource: Resource, { attributes, linkage, misplaced }: WriteDocument, name: string): string {
  const part = name in resource.attributes ? 'attributes' : 'relationships';
  if (misplaced?.has(name)) return ` It is in data, and belongs in data.${part}.`;
  if (part === 'relationships' && Object.hasOwn(attributes, name))
    return ' It is in data.attributes, and belongs in data.relationships.';
  const sent = Object.keys(part === 'attributes' ? attributes : linkage);
  const unknown = sent.filter((each) => !(each in resource[part]));
  const similar = nearestOf(name, unknown);
  return similar === null ? '' : ` The document has ${similar}, which is not a member of ${resource.type}.`;
}

/** Points at single items of a list: /data/attributes/events/0. */
function invalid(name: string, pointer: string, issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map(({ key }) => pointerPart(String(key)));
  const subject = [name, ...path].join('.');
  return {
    // A member of an object, because JSON has no undefined values.
    code: issue.received === 'undefined' ? 'required' : 'invalid_value',
    detail: `${subject} ${issue.message}.`,
    pointer: [pointer, ...path].join('/'),
  };
}

function readRelationship(
  input: Input,
  about: {
    name: string;
    relationship: Relationship;
    linkage: WriteDocument['linkage'];
    doing: Doing;
    hint: Hint;
  },
): void {
  const { name, relationship, linkage, doing, hint } = about;
  const pointer = `/data/relationships/${pointerPart(name)}`;
  const data = linkage[name];
  if (!isWritable(relationship.writable, doing)) {
    if (data === undefined || relationship.writable !== 'once') return;
    const problem = tooLate(name, pointer);
    input.problems.push(problem);
    input.unchangeable.set(problem, { name, ids: idsOf(data, relationship) });
    return;
  }
  if (data === undefined) {
    if (relationship.required && doing === 'create') input.problems.push(missing(name, pointer, hint));
    return;
  }
  input.sent.add(name);
  const ids = idsOf(data, relationship);
  const emptied = relationship.many && doing === 'update' && isEmpty(data) ? relationship.emptied : null;
  if (emptied) input.problems.push({ ...emptied, pointer });
  else if (typeof ids === 'string')
    input.problems.push({ code: 'invalid_value', detail: `${name} ${ids}.`, pointer });
  else if (!relationship.kept) input.throughLinkage.set(name, ids);
  else input.values[name] = relationship.many ? ids : (ids[0] ?? null);
}

const isEmpty = (linkage: Linkage): boolean => Array.isArray(linkage) && linkage.length === 0;

/** @returns the ids without duplicates, or an error message. */
function idsOf(linkage: Linkage, relationship: Relationship): string[] | string {
  const identifiers = [linkage ?? []].flat();
  if (Array.isArray(linkage) !== relationship.many) {
    return relationship.many
      ? 'must be a list of resource identifiers'
      : 'must be one resource identifier or null';
  }
  if (identifiers.some(({ type }) => type !== relationship.type))
    return `must be of type ${relationship.type}`;
  if (relationship.required && identifiers.length === 0) return 'is required';
  return [...new Set(identifiers.map(({ id }) => id))];
}

function checkFlags(
  { problems }: Input,
  resource: Resource,
  { document: { meta }, doing }: { document: WriteDocument; doing: Doing },
): void {
  for (const flag of flagsOf(resource, doing)) {
    if (!Object.hasOwn(meta, flag) || typeof meta[flag] === 'boolean') continue;
    problems.push({
      code: 'invalid_value',
      detail: `${flag} must be true or false.`,
      pointer: `/data/meta/${flag}`,
    });
  }
}

function rejectUnknown(
  input: Input,
  resource: Resource,
  { document, doing }: { document: WriteDocument; doing: Doing },
): void {
  for (const [part, sent, known] of [
    ['attributes', document.attributes, resource.attributes],
    ['relationships', document.linkage, resource.relationships],
  ] as const) {
    for (const name of Object.keys(sent)) {
      if (isFull(input.problems)) return;
      const member = Object.hasOwn(known, name) ? known[name] : undefined;
      if (member && (member.writable === 'once' || isWritable(member.writable, doing))) continue;
      const detail = member
        ? `${name} cannot be sent on ${doing}.`
        : `The type ${resource.type} does not have the member ${name}.`;
      input.problems.push({ code: 'unknown_member', detail, pointer: `/data/${part}/${pointerPart(name)}` });
    }
  }
}

/**
 * JSON:API requires a 404 if one of the records does not exist.
 * @returns the records in the sent linkage, by relationship.
 * @throws Problems for related records that do not exist (404) or have another owner (403).
 */
export async function findLinkage(
  context: Context,
  { relationships }: Resource,
  { input, find }: { input: Input; find: FindLinked },
): Promise<ReadonlyMap<string, readonly StoredRecord[]>> {
  const linked = Object.entries(relationships).map(async ([name, { type, unknownIds }]) => {
    const sent = input.throughLinkage.get(name) ?? input.values[name];
    const ids = [sent ?? []].flat().map(String);
    if (ids.length === 0) return { name, records: [], problems: [] };
    const target = resourceOf(context.api, type);
    const records = await find(target, ids);
    const about = { pointer: `/data/relationships/${pointerPart(name)}`, ownerId: ownerOf(context, target) };
    const problems = ids.flatMap((id) => {
      const record = records.get(id);
      return record || unknownIds === 'rejected' ? linkProblem(target, { id, record, ...about }) : [];
    });
    return { name, records: [...records.values()], problems };
  });
  const all = await Promise.all(linked);
  throwLinkProblems(all.flatMap((each) => each.problems));
  return new Map(all.map(({ name, records }) => [name, records]));
}

/** Problems of unknown records come before all others, because a response has one status. */
export function throwLinkProblems(problems: readonly Problem[]): void {
  const unknown = problems.filter(({ code }) => code === 'unknown_related_record');
  throwIfAny(unknown.length > 0 ? unknown : problems);
}

function linkProblem(
  { type, foreignRecords, owner }: Resource,
  link: { id: string; record: StoredRecord | undefined; pointer: string; ownerId: string },
): Problem[] {
  const { id, record, pointer, ownerId } = link;
  if (record?.ownerId === ownerId) return [];
  if (record && foreignRecords === 'forbidden')
    return [{ code: 'foreign_related_record', detail: `${type} ${id} belongs to another owner.`, pointer }];
  const list = owner === 'platform' ? ` ${referenceHint(type, id)}` : '';
  return [{ code: 'unknown_related_record', detail: `No ${type} record has the id ${id}.${list}`, pointer }];
}
