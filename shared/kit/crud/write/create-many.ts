/** Creates several records at once, all or none: what bulk actions are made of. */
import { resourceOf } from '../../declare/api.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { ApiResponse } from '../../http/response.ts';
import {
  itemPointer,
  itemProblems,
  readDocument,
  readEach,
  type WriteDocument,
} from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { type Taken, valueTaken } from '../../records/outcome.ts';
import { newRecord, retried, save } from '../../records/store.ts';
import { type Problem, Problems, throwIfAny } from '../../values/problems.ts';
import { type Context, keyRowOf, making } from '../context.ts';
import { loadMany } from '../read/load.ts';
import { renderMany } from '../read/render.ts';
import type { RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { placesOf } from './places.ts';
import { type FindLinked, readInput } from './read-input.ts';
import { withSteps } from './with-steps.ts';

export interface Bulk {
  /** At most so many items. Their rows, and those of what they link to, must fit one transaction of 100. */
  readonly max: number;
}

/** An item of the document: the draft of a new record, or a record that is there already. */
interface Item {
  readonly index: number;
  readonly draft: RecordDraft;
}

/**
 * A record that has the place of an item already is answered in its stead, and two items for one place are one record.
 * @throws Problems of all items, each with its pointer; nothing is saved then.
 */
export async function createMany(
  context: WriteContext,
  resource: Resource,
  { max }: Bulk,
): Promise<ApiResponse> {
  const { type } = resource;
  const documents = readDocuments(context, resource, max);
  const known = new Map<number, string>();
  const records = await retried(async () => {
    const drafts = await draftsOf(context, resource, documents);
    const first = firstOfEachPlace(context, resource, drafts);
    const wanted = first.filter(({ index }) => !known.has(index));
    const made = wanted.map(({ draft: { id, ownerId, fields } }) =>
      newRecord(context, resource, { id, ownerId, fields }),
    );
    const all = idsOf(first, { known, made });
    const outcome = await withSteps(
      wanted.flatMap(({ draft }) => draft.steps),
      () =>
        save(
          making(context, { type, ids: all, status: 201, isList: true }),
          [...made.map((after) => ({ resource, after })), ...wanted.flatMap(({ draft }) => draft.changes)],
          wanted.flatMap(({ draft }) => draft.writes),
        ),
    );
    if (outcome.is === 'stale') return 'again';
    if (outcome.is === 'saved') return inOrder(context, resource, { ids: all, made });
    for (const taken of outcome.values) known.set(...existing(resource, taken, wanted));
    return 'again';
  });
  return renderMany(context, resource, { records, status: 201 });
}

function readDocuments(context: Context, resource: Resource, max: number): readonly WriteDocument[] {
  readQuery(context.request.query, resource, 'none');
  const { type, clientIds } = resource;
  return readEach(context.request.body, max, (body) => readDocument(body, { type, id: null, clientIds }));
}

/**
 * The items of a bulk action as drafts, checked against the declaration. Hooks do not see them.
 * @throws Problems of all items, each with its pointer.
 */
export const readDrafts = (
  context: WriteContext,
  resource: Resource,
  { max }: Bulk,
): Promise<readonly RecordDraft[]> =>
  draftsOf({ ...context, hooks: {} }, resource, readDocuments(context, resource, max));

/** @throws Problems: unknown records before those of others, and both before broken rules. */
async function draftsOf(
  context: WriteContext,
  resource: Resource,
  documents: readonly WriteDocument[],
): Promise<readonly RecordDraft[]> {
  const find = await findLinked(context, resource, documents);
  const refusals = new Map<number, readonly Problem[]>();
  const drafts = await Promise.all(
    documents.map(async (document, index) => {
      try {
        const draft = await readInput(context, resource, { document, before: undefined, find });
        await context.hooks[resource.type]?.prepare?.(draft, context);
        return draft;
      } catch (error) {
        refusals.set(index, itemProblems(error, index));
        return undefined;
      }
    }),
  );
  const refused = documents.flatMap((_, index) => refusals.get(index) ?? []);
  const unknown = refused.filter(({ code }) => code === 'unknown_related_record');
  throwIfAny(unknown.length > 0 ? unknown : refused);
  const whole = drafts.filter((draft) => draft !== undefined);
  const broken = whole.map(({ problems }, index) =>
    problems.map((each) => ({ ...each, pointer: itemPointer(each.pointer, index) })),
  );
  throwIfAny(broken.flat());
  return whole;
}

/** Reads each record that the documents link once: bulk actions are often about one record. */
async function findLinked(
  context: Context,
  { relationships }: Resource,
  documents: readonly WriteDocument[],
): Promise<FindLinked> {
  const found = Object.entries(relationships).map(async ([name, { type }]) => {
    const ids = documents.flatMap(({ linkage }) => [linkage[name] ?? []].flat().map(({ id }) => id));
    return [type, await loadMany(context, resourceOf(context.api, type), ids, true)] as const;
  });
  const records = (await Promise.all(found)).flatMap(([type, byId]) =>
    Array.from(byId, ([id, record]) => [`${type} ${id}`, record] as const),
  );
  const all = new Map(records);
  return async ({ type }, ids) =>
    new Map(
      ids.flatMap((id) => {
        const record = all.get(`${type} ${id}`);
        return record ? [[id, record] as const] : [];
      }),
    );
}

function placeOf(context: Context, resource: Resource, { id, ownerId, fields }: RecordDraft): string {
  const record = { type: resource.type, id, ownerId, version: 0, fields };
  const places = placesOf(resource, keyRowOf(context, resource), record);
  return places.length > 0 ? places.join('\n') : id;
}

function firstOfEachPlace(context: Context, resource: Resource, drafts: readonly RecordDraft[]): Item[] {
  const items = new Map<string, Item>();
  for (const [index, draft] of drafts.entries()) {
    const place = placeOf(context, resource, draft);
    if (!items.has(place)) items.set(place, { index, draft });
  }
  return [...items.values()];
}

/** The ids of the records that answer the items, each once. */
function idsOf(
  first: readonly Item[],
  { known, made }: { known: ReadonlyMap<number, string>; made: readonly StoredRecord[] },
): string[] {
  const isMade = new Set(made.map(({ id }) => id));
  return first.flatMap(({ index, draft }) => (isMade.has(draft.id) ? draft.id : (known.get(index) ?? [])));
}

/** The item whose place a record has already. @throws Problems when what is taken is no place of the item. */
function existing(resource: Resource, taken: Taken, wanted: readonly Item[]): [number, string] {
  const item = wanted.find(({ draft }) => draft.id === taken.recordId);
  if (item && taken.holder !== undefined && taken.resource.type === resource.type)
    return [item.index, taken.holder];
  const problem = valueTaken(taken);
  throw new Problems([item ? { ...problem, pointer: itemPointer(problem.pointer, item.index) } : problem]);
}

async function inOrder(
  context: Context,
  resource: Resource,
  { ids: wanted, made }: { ids: readonly string[]; made: readonly StoredRecord[] },
): Promise<StoredRecord[]> {
  const byId = new Map(made.map((record) => [record.id, record]));
  const others = await loadMany(
    context,
    resource,
    wanted.filter((id) => !byId.has(id)),
    true,
  );
  return wanted.flatMap((id) => byId.get(id) ?? others.get(id) ?? []);
}
