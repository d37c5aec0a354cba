/** Reads a document as a draft, checks it against the declaration and collects all problems. */
import * as v from 'valibot';
import { resourceOf } from '../../declare/api.ts';
import { type Attribute, isWritable } from '../../declare/attribute.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import type { Relationship } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import { type Linkage, pointerPart, type WriteDocument } from '../../jsonapi/document.ts';
import { newId } from '../../table/ids.ts';
import type { Json } from '../../table/item.ts';
import { isFull, type Problem, throwIfAny } from '../../values/problems.ts';
import { type Context, ownerOf } from '../context.ts';
import { loadMany } from '../read/load.ts';
import { RecordDraft } from './draft.ts';

type Doing = 'create' | 'update';

/** Finds linked records of any owner. */
export type FindLinked = (
  target: Resource,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, StoredRecord>>;

/** @throws Problems only for related records that do not exist (404) or have another owner (403). */
export async function readInput(
  context: Context,
  resource: Resource,
  {
    document,
    before,
    find = (target, ids) => loadMany(context, target, ids, true),
  }: { document: WriteDocument; before: StoredRecord | undefined; find?: FindLinked },
): Promise<RecordDraft> {
  const doing: Doing = before ? 'update' : 'create';
  const id = before?.id ?? newId(context.now, resource.idSpacing);
  const ownerId = before?.ownerId ?? ownerOf(context, resource);
  const draft = new RecordDraft(resource, { id, ownerId, before, meta: document.meta });
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    readAttribute(draft, { name, attribute, sent: document.attributes, doing });
  }
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    readRelationship(draft, { name, relationship, linkage: document.linkage, doing });
  }
  checkFlag(draft, resource);
  if (resource.unknownMembers === 'rejected') rejectUnknown(draft, resource, { document, doing });
  await resolveLinkage(context, resource, { draft, find });
  return draft;
}

/** Rejects a change of a write-once field. Other read-only fields are ignored. */
const tooLate = (name: string, pointer: string): Problem => ({
  code: 'invalid_value',
  detail: `${name} cannot be changed later.`,
  pointer,
});

function readAttribute(
  draft: RecordDraft,
  input: { name: string; attribute: Attribute; sent: WriteDocument['attributes']; doing: Doing },
): void {
  const { name, attribute, sent, doing } = input;
  const pointer = `/data/attributes/${pointerPart(name)}`;
  const isSent = Object.hasOwn(sent, name);
  if (!isWritable(attribute.writable, doing)) {
    if (isSent && attribute.writable === 'once') draft.reject(tooLate(name, pointer));
    return;
  }
  if (!isSent) {
    if (attribute.required && doing === 'create') draft.reject(missing(name, pointer));
    return;
  }
  const value = sent[name];
  // Limit the number of items before checking them, because each can have problems.
  if (Array.isArray(value) && value.length > attribute.maxItems) {
    draft.accept(name, undefined);
    draft.reject({
      code: 'invalid_value',
      detail: `${name} must have at most ${attribute.maxItems} items.`,
      pointer,
    });
    return;
  }
  const result = v.safeParse(attribute.schema, value);
  draft.accept(name, result.success ? (result.output as Json) : undefined);
  for (const issue of result.issues ?? []) draft.reject(invalid(name, pointer, issue));
}

const missing = (name: string, pointer: string): Problem => ({
  code: 'required',
  detail: `${name} is required.`,
  pointer,
});

/** Points at single items of a list: /data/attributes/events/0. */
function invalid(name: string, pointer: string, issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map(({ key }) => pointerPart(String(key)));
  const subject = [name, ...path].join('.');
  return {
    code: 'invalid_value',
    detail: `${subject} ${issue.message}.`,
    pointer: [pointer, ...path].join('/'),
  };
}

function readRelationship(
  draft: RecordDraft,
  input: { name: string; relationship: Relationship; linkage: WriteDocument['linkage']; doing: Doing },
): void {
  const { name, relationship, linkage, doing } = input;
  const pointer = `/data/relationships/${pointerPart(name)}`;
  const given = linkage[name];
  if (!isWritable(relationship.writable, doing)) {
    // Accept an unchanged value, because clients send whole records back.
    const isSame =
      given !== undefined && String(idsOf(given, relationship)) === String([draft.fields[name]].flat());
    if (given !== undefined && !isSame && relationship.writable === 'once')
      draft.reject(tooLate(name, pointer));
    return;
  }
  if (given === undefined) {
    if (relationship.required && doing === 'create') draft.reject(missing(name, pointer));
    return;
  }
  const ids = idsOf(given, relationship);
  const emptied = relationship.many && doing === 'update' && isEmpty(given) ? relationship.emptied : null;
  if (emptied) {
    draft.accept(name, undefined);
    draft.reject({ ...emptied, pointer });
  } else if (typeof ids === 'string') {
    draft.accept(name, undefined);
    draft.reject({ code: 'invalid_value', detail: `${name} ${ids}.`, pointer });
  } else if (!relationship.kept) draft.acceptLinkage(name, ids);
  else draft.accept(name, relationship.many ? ids : (ids[0] ?? null));
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

function checkFlag(draft: RecordDraft, { smartCreation }: Resource): void {
  const flag = smartCreation?.duplicates;
  if (flag === undefined || !Object.hasOwn(draft.meta, flag) || typeof draft.meta[flag] === 'boolean') return;
  draft.reject({
    code: 'invalid_value',
    detail: `${flag} must be true or false.`,
    pointer: `/data/meta/${flag}`,
  });
}

function rejectUnknown(
  draft: RecordDraft,
  resource: Resource,
  { document, doing }: { document: WriteDocument; doing: Doing },
): void {
  for (const [part, sent, known] of [
    ['attributes', document.attributes, resource.attributes],
    ['relationships', document.linkage, resource.relationships],
  ] as const) {
    for (const name of Object.keys(sent)) {
      if (isFull(draft.problems)) return;
      const member = Object.hasOwn(known, name) ? known[name] : undefined;
      if (member && (member.writable === 'once' || isWritable(member.writable, doing))) continue;
      const detail = member
        ? `${name} cannot be sent on ${doing}.`
        : `The type ${resource.type} does not have the member ${name}.`;
      draft.reject({ code: 'unknown_member', detail, pointer: `/data/${part}/${pointerPart(name)}` });
    }
  }
}

/** Loads the linked records. JSON:API requires a 404 if one of them does not exist. */
async function resolveLinkage(
  context: Context,
  resource: Resource,
  { draft, find }: { draft: RecordDraft; find: FindLinked },
): Promise<void> {
  const problems: Problem[] = [];
  for (const [name, { type, unknownIds }] of Object.entries(resource.relationships)) {
    const ids = [draft.linkage(name) ?? draft.valid(name) ?? []].flat().map(String);
    if (!draft.isSent(name) || ids.length === 0) continue;
    const target = resourceOf(context.api, type);
    const found = await find(target, ids);
    draft.setLinked(name, [...found.values()]);
    const about = { pointer: `/data/relationships/${pointerPart(name)}`, ownerId: ownerOf(context, target) };
    for (const id of ids) {
      const record = found.get(id);
      if (record || unknownIds === 'rejected')
        problems.push(...linkProblem(target, { id, record, ...about }));
    }
  }
  // Unknown records come before foreign ones, because a response has one status.
  const unknown = problems.filter(({ code }) => code === 'unknown_related_record');
  throwIfAny(unknown.length > 0 ? unknown : problems);
}

function linkProblem(
  { type, foreignRecords }: Resource,
  named: { id: string; record: StoredRecord | undefined; pointer: string; ownerId: string },
): Problem[] {
  const { id, record, pointer, ownerId } = named;
  if (record?.ownerId === ownerId) return [];
  if (record && foreignRecords === 'forbidden')
    return [{ code: 'foreign_related_record', detail: `${type} ${id} belongs to another owner.`, pointer }];
  return [{ code: 'unknown_related_record', detail: `No ${type} record has the id ${id}.`, pointer }];
}
