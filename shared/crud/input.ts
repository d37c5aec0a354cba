/** What a write says, checked field by field against the declaration: every problem is collected, none thrown. */
import * as v from 'valibot';
import { resourceOf } from '../api/define/api.ts';
import { type Attribute, isWritable } from '../api/define/attribute.ts';
import type { Relationship } from '../api/define/relationship.ts';
import type { Resource } from '../api/define/resource.ts';
import { isFull, MOST_PROBLEMS, type Problem, throwIfAny } from '../domain/problems.ts';
import { type Linkage, pointerPart, type WriteDocument } from '../jsonapi/document.ts';
import { newId } from '../table/ids.ts';
import type { Json } from '../table/item.ts';
import type { StoredRecord } from '../table/records.ts';
import { type Context, ownerOf } from './context.ts';
import type { Draft } from './hooks.ts';
import { loadMany } from './load.ts';

type Doing = 'create' | 'update';

/** @throws Problems only for related records that do not exist (404) or are someone else's (403). */
export async function readInput(
  context: Context,
  resource: Resource,
  { document, before }: { document: WriteDocument; before: StoredRecord | undefined },
): Promise<Draft> {
  const doing: Doing = before ? 'update' : 'create';
  const fields: Record<string, Json> = before ? { ...before.fields } : initialFields(resource);
  const draft = {
    id: before?.id ?? newId(context.now),
    fields,
    sent: new Set<string>(),
    meta: document.meta,
    problems: [] as Problem[],
    linked: new Map<string, readonly StoredRecord[]>(),
    before,
    writes: [],
  };
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    readAttribute(draft, { name, attribute, sent: document.attributes, doing });
  }
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    readRelationship(draft, { name, relationship, linkage: document.linkage, doing });
  }
  checkFlag(draft, resource, document);
  if (resource.unknownMembers === 'refused') refuseUnknown(draft, resource, { document, doing });
  await resolveLinkage(context, resource, draft);
  return draft;
}

type Open = {
  readonly fields: Record<string, Json>;
  readonly sent: Set<string>;
  readonly problems: Problem[];
};

/** What was chosen once for all: a clear refusal, where other read-only members are passed over. */
function refuseLate({ problems }: Open, name: string, pointer: string): void {
  problems.push({ code: 'invalid_value', detail: `${name} cannot be changed later.`, pointer });
}

function readAttribute(
  draft: Open,
  input: { name: string; attribute: Attribute; sent: WriteDocument['attributes']; doing: Doing },
): void {
  const { name, attribute, sent, doing } = input;
  const pointer = `/data/attributes/${pointerPart(name)}`;
  const isSent = Object.hasOwn(sent, name);
  if (!isWritable(attribute.writable, doing)) {
    if (isSent && attribute.writable === 'once') refuseLate(draft, name, pointer);
    return;
  }
  if (!isSent) {
    if (attribute.required && doing === 'create') draft.problems.push(missing(name, pointer));
    return;
  }
  draft.sent.add(name);
  const value = sent[name];
  // Looked at item by item, a list of any length could have more problems than anyone is told.
  if (Array.isArray(value) && value.length > MOST_PROBLEMS) {
    const detail = `${name} must have at most ${MOST_PROBLEMS} items.`;
    draft.problems.push({ code: 'invalid_value', detail, pointer });
    return;
  }
  const result = v.safeParse(attribute.schema, value);
  if (result.success) draft.fields[name] = result.output as Json;
  else for (const issue of result.issues) draft.problems.push(invalid(name, pointer, issue));
}

const missing = (name: string, pointer: string): Problem => ({
  code: 'required',
  detail: `${name} is required.`,
  pointer,
});

/** Items of a list are pointed at one by one: /data/attributes/events/0. */
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
  draft: Open,
  input: { name: string; relationship: Relationship; linkage: WriteDocument['linkage']; doing: Doing },
): void {
  const { name, relationship, linkage, doing } = input;
  const pointer = `/data/relationships/${pointerPart(name)}`;
  const given = linkage[name];
  if (!isWritable(relationship.writable, doing)) {
    // Clients send whole records back: what is unchanged is no change.
    const isSame =
      given !== undefined && String(idsOf(given, relationship)) === String([draft.fields[name]].flat());
    if (given !== undefined && !isSame && relationship.writable === 'once') refuseLate(draft, name, pointer);
    return;
  }
  if (given === undefined) {
    if (relationship.required && doing === 'create') draft.problems.push(missing(name, pointer));
    return;
  }
  draft.sent.add(name);
  const read = idsOf(given, relationship);
  if (typeof read === 'string')
    draft.problems.push({ code: 'invalid_value', detail: `${name} ${read}.`, pointer });
  else draft.fields[name] = relationship.many ? read : (read[0] ?? null);
}

/** @returns the ids, each once, or what is wrong with the linkage. */
export function idsOf(linkage: Linkage, relationship: Relationship): string[] | string {
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

function checkFlag({ problems }: Open, { smartCreation }: Resource, { meta }: WriteDocument): void {
  const flag = smartCreation?.duplicates;
  if (flag === undefined || !Object.hasOwn(meta, flag) || typeof meta[flag] === 'boolean') return;
  problems.push({
    code: 'invalid_value',
    detail: `${flag} must be true or false.`,
    pointer: `/data/meta/${flag}`,
  });
}

function refuseUnknown(
  { problems }: Open,
  resource: Resource,
  { document, doing }: { document: WriteDocument; doing: Doing },
): void {
  for (const [part, sent, known] of [
    ['attributes', document.attributes, resource.attributes],
    ['relationships', document.linkage, resource.relationships],
  ] as const) {
    for (const name of Object.keys(sent)) {
      const member = Object.hasOwn(known, name) ? known[name] : undefined;
      if (isFull(problems)) return;
      if (member && (member.writable === 'once' || isWritable(member.writable, doing))) continue;
      const detail = member ? `${name} cannot be sent on ${doing}.` : `${resource.type} have no ${name}.`;
      problems.push({ code: 'unknown_member', detail, pointer: `/data/${part}/${pointerPart(name)}` });
    }
  }
}

/** Loads whom the sent relationships name; JSON:API answers 404 when one of them does not exist. */
async function resolveLinkage(
  context: Context,
  resource: Resource,
  { fields, sent, linked }: Open & { linked: Map<string, readonly StoredRecord[]> },
): Promise<void> {
  const named = Object.entries(resource.relationships).filter(
    ([name]) => sent.has(name) && fields[name] != null,
  );
  const problems: Problem[] = [];
  for (const [name, { type, unknownIds }] of named) {
    const ids = [fields[name]].flat().map(String);
    const target = resourceOf(context.api, type);
    const found = await loadMany(context, target, ids);
    const ownerId = ownerOf(context, target);
    const pointer = `/data/relationships/${pointerPart(name)}`;
    for (const id of ids) {
      const record = found.get(id);
      if (!record && unknownIds === 'judged') continue;
      const isForeign = record !== undefined && record.ownerId !== ownerId;
      if (!record || (isForeign && target.foreignRecords === 'hidden')) {
        problems.push({
          code: 'unknown_related_record',
          detail: `There is no record of ${type} ${id}.`,
          pointer,
        });
      } else if (isForeign) {
        problems.push({
          code: 'foreign_related_record',
          detail: `${type} ${id} belongs to someone else.`,
          pointer,
        });
      }
    }
    linked.set(name, [...found.values()]);
  }
  // Existence is answered before ownership: one status for one answer.
  const unknown = problems.filter(({ code }) => code === 'unknown_related_record');
  throwIfAny(unknown.length > 0 ? unknown : problems);
}

function initialFields(resource: Resource): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const [name, { initial }] of Object.entries(resource.attributes)) fields[name] = initial as Json;
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    if (relationship.many && !relationship.inverse) fields[name] = [];
    if (!relationship.many && relationship.from === 'id') fields[name] = null;
  }
  return fields;
}
