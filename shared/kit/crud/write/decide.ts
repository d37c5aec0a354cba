/** Makes the draft of a write. Reads everything concurrently, then lets the rules decide one by one. */
import type { Declared, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { WriteDocument } from '../../jsonapi/document.ts';
import { type Deciding, unheld } from '../../records/deciding.ts';
import { initialFields } from '../../records/rows.ts';
import { newId } from '../../table/ids.ts';
import { ownerOf } from '../context.ts';
import { loadMany } from '../read/load.ts';
import { invalidFields, newDraft, type RecordDraft, withDecision } from './draft.ts';
import type { Sent, WriteContext, WriteDecision } from './hooks.ts';
import { type FindLinked, findLinkage, type Input, problemsFor, readInput } from './input.ts';

/** A document for a new record or, with `updating`, for one that exists. */
export interface RequestedWrite {
  readonly document: WriteDocument;
  readonly updating?: { readonly id: string; readonly record: Promise<StoredRecord> };
  /** Finds linked records of any owner. By default, those in the table. */
  readonly find?: FindLinked;
  /** The caller's own rule, after those of the type. */
  readonly complete?: (draft: RecordDraft) => WriteDecision<Declared> | Promise<WriteDecision<Declared>>;
}

/**
 * @returns the draft, with the problems that its declaration and its rules have found.
 * @throws Problems of the record, then of related records that do not exist (404) or have another owner
 * (403), then those that leave nothing else to report.
 */
export async function decideDraft(
  context: WriteContext & Deciding,
  resource: Resource,
  {
    document,
    updating,
    find = (target, ids) => loadMany(unheld(context, EXISTING), target, ids, true),
    complete,
  }: RequestedWrite,
): Promise<RecordDraft> {
  const input = readInput(resource, document, updating ? 'update' : 'create');
  const hooks = context.hooks[resource.type] ?? [];
  const id = updating?.id ?? newId(context.now, resource.idSpacing);
  const ownerId = ownerOf(context, resource);
  const record = Promise.resolve(updating?.record);
  const sent = sentOf(resource, input, {
    id,
    ownerId,
    meta: document.meta,
    isNew: !updating,
    before: record,
  });
  const loading = hooks.map(async ({ load }) => allRead(await load?.(sent, context)));
  const linking = findLinkage(context, resource, { input, find });
  await Promise.allSettled([sent.before, linking, ...loading]);
  // Of several errors, the first of these lines throws its own, whichever came first in time.
  const before = await sent.before;
  const linkedRecords = await linking;
  const loaded = joined(await Promise.all(loading));
  let draft = newDraft(resource, {
    id,
    ownerId,
    before,
    linkedRecords,
    caller: context.caller,
    now: context.now,
    meta: document.meta,
    sent: input.sent,
    throughLinkage: input.throughLinkage,
    fields: { ...initialFields(resource), ...before?.fields, ...input.values },
    problems: problemsFor(input, before),
    links: {},
    changes: [],
    writes: [],
    steps: [],
    revealed: {},
    ignored: [],
  });
  for (const rule of hooks.flatMap(({ decide = [] }) => decide))
    draft = withDecision(resource, draft, rule(draft, loaded) ?? {});
  return complete ? withDecision(resource, draft, await complete(draft)) : draft;
}

/** Why reads of linked records are not held. */
export const EXISTING = 'The write checks that what it links to exists, and owners never change.';

/** @param reads values or promises by name. @returns the values. */
export const allRead = (reads: object = {}): Promise<[name: string, value: unknown][]> =>
  Promise.all(Object.entries(reads).map(async ([name, read]) => [name, await read]));

/** @returns what the hooks of several features have read. @throws Error for a name that two of them use. */
export function joined(loads: readonly (readonly [name: string, value: unknown][])[]): object {
  const entries = loads.flat();
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length)
    throw new Error('The hooks of two features load something of the same name.');
  return Object.fromEntries(entries);
}

function sentOf(
  resource: Resource,
  input: Input,
  { before, ...about }: Pick<Sent<Declared>, 'id' | 'ownerId' | 'meta' | 'isNew' | 'before'>,
): Sent<Declared> {
  const { sent, values, throughLinkage, unchangeable } = input;
  const problems = input.problems.filter((each) => !unchangeable.has(each));
  const invalid = invalidFields(resource, problems);
  return {
    ...about,
    before,
    isValid: problems.length === 0,
    sent,
    isSent: (field) => sent.has(field),
    async valid(field) {
      if (invalid.has(field)) return undefined;
      if (sent.has(field)) return values[field];
      const current = await before;
      if (invalidFields(resource, problemsFor(input, current)).has(field)) return undefined;
      return (current?.fields ?? initialFields(resource))[field];
    },
    linkage: (relationship) => throughLinkage.get(relationship),
  };
}
