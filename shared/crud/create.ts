/** POST /<type>: one transaction writes the record, what guards its unique values, and its place in a quota. */
import type { Resource } from '../api/define/resource.ts';
import { problem, throwIfAny } from '../domain/problems.ts';
import type { Response } from '../http/response.ts';
import { readDocument } from '../jsonapi/document.ts';
import { readQuery } from '../jsonapi/query.ts';
import { absent, ConditionsFailed, type Write } from '../table/commit.ts';
import { holderOf } from '../table/guards.ts';
import type { Item } from '../table/item.ts';
import { type StoredRecord, toItem } from '../table/records.ts';
import { type Shape, singleAnswer } from './answer.ts';
import { type Context, keyRowOf, ownerOf } from './context.ts';
import { type Guard, guardWrites, quotaWrite, valueTaken } from './guards.ts';
import type { Draft } from './hooks.ts';
import { readInput } from './input.ts';
import { linkedChecks } from './linked-checks.ts';
import { refuseBroken } from './refuse.ts';
import { reuse } from './reuse.ts';

/** Two creations can meet at an id or at a name that is just being freed: each of these is worth another try. */
const TRIES = 5;

export async function create(context: Context, resource: Resource): Promise<Response> {
  const shape = readQuery(context.request.query, resource, 'single');
  const { type, clientIds } = resource;
  const document = readDocument(context.request.body, { type, id: null, clientIds });
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const draft = await readInput(context, resource, { document, before: undefined });
    await context.hooks[type]?.prepare?.(draft, context);
    await refuseBroken(context, resource, draft);
    const answer = await attemptCreate(context, resource, { draft, shape });
    if (answer) return answer;
  }
  throw problem('table_throttled', 'Too many writers met at the place of this record.');
}

async function attemptCreate(
  context: Context,
  resource: Resource,
  { draft, shape }: { draft: Draft; shape: Shape },
): Promise<Response | undefined> {
  const record = newRecord(context, resource, draft);
  const writes = creation(context, resource, { record, draft });
  try {
    await context.commit(writes.all, { type: resource.type, id: record.id, status: 201 });
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    return afterRefusal(context, resource, { draft, shape, writes, failed: error.failed });
  }
  return singleAnswer(context, { record, shape }, { status: 201, located: true, revealing: true });
}

function newRecord(context: Context, resource: Resource, { id, fields }: Draft): StoredRecord {
  const at = context.now.toISOString();
  const stamps = 'created-at' in resource.attributes ? { 'created-at': at, 'updated-at': at } : {};
  const ownerId = ownerOf(context, resource);
  return { type: resource.type, id, ownerId, version: 1, fields: { ...fields, ...stamps } };
}

interface Creation {
  readonly all: readonly Write[];
  readonly guards: readonly Guard[];
  readonly quota: Write | undefined;
}

/** All that is written for a new record. */
function creation(
  context: Context,
  resource: Resource,
  { record, draft }: { record: StoredRecord; draft: Draft },
): Creation {
  const put: Write = { put: toItem(resource, keyRowOf(context, resource), record), condition: absent };
  const sharing = allowsDuplicates(resource, draft);
  const { taken } = guardWrites(context, resource, { before: undefined, after: record, sharing });
  const quota = quotaWrite(resource, record.ownerId, 1);
  const stillThere = linkedChecks(context, draft);
  return {
    all: [put, ...taken.map(({ write }) => write), ...(quota ? [quota] : []), ...draft.writes, ...stillThere],
    guards: taken,
    quota,
  };
}

/** The document asks for a record of its own although the name is held. */
const allowsDuplicates = ({ smartCreation }: Resource, { meta }: Draft): boolean =>
  smartCreation?.duplicates !== undefined && meta[smartCreation.duplicates] === true;

/** @returns the answer of smart creation, or undefined when another try may succeed. @throws Problems. */
async function afterRefusal(
  context: Context,
  resource: Resource,
  refusal: { draft: Draft; shape: Shape; writes: Creation; failed: ReadonlyMap<Write, Item | undefined> },
): Promise<Response | undefined> {
  const { draft, shape, writes, failed } = refusal;
  const { smartCreation, quota } = resource;
  const taken = writes.guards.filter(({ write }) => failed.has(write));
  const smart = taken.find(({ field }) => field === smartCreation?.by);
  if (smart) {
    const id = holderOf(failed.get(smart.write)) ?? '';
    return reuse(context, resource, { id, draft, shape });
  }
  throwIfAny(taken.map(({ field }) => valueTaken(resource, field)));
  if (quota && writes.quota && failed.has(writes.quota)) throw problem(quota.code, quota.detail);
  return undefined;
}
