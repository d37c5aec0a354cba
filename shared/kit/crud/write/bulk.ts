/** Reads the items of a bulk action as drafts and checks them against the declaration. Hooks do not run. */
import { resourceOf } from '../../declare/api.ts';
import type { Resource } from '../../declare/resource.ts';
import {
  itemPointer,
  itemProblems,
  readDocument,
  readEach,
  type WriteDocument,
} from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { type Problem, throwIfAny } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { loadMany } from '../read/load.ts';
import { draftOf } from './decide.ts';
import type { RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import type { FindLinked } from './input.ts';

/**
 * @param max maximum number of items.
 * @throws Problems of all items with their pointers. Unknown records come before foreign ones, and both
 * before broken rules.
 */
export async function readDrafts(
  context: WriteContext,
  resource: Resource,
  { max }: { readonly max: number },
): Promise<readonly RecordDraft[]> {
  readQuery(context.request.query, resource, 'none');
  const { type, clientIds } = resource;
  const documents = readEach(context.request.body, max, (body) =>
    readDocument(body, { type, id: null, clientIds }),
  );
  const find = await findLinked(context, resource, documents);
  const rejected = new Map<number, readonly Problem[]>();
  const drafts = await Promise.all(
    documents.map((document, index) =>
      draftOf({ ...context, hooks: {} }, resource, { document, find }).catch((error) => {
        rejected.set(index, itemProblems(error, index));
        return undefined;
      }),
    ),
  );
  const problems = documents.flatMap((_, index) => rejected.get(index) ?? []);
  const unknown = problems.filter(({ code }) => code === 'unknown_related_record');
  throwIfAny(unknown.length > 0 ? unknown : problems);
  const whole = drafts.filter((draft) => draft !== undefined);
  throwIfAny(whole.flatMap(brokenRules));
  return whole;
}

const brokenRules = ({ problems }: RecordDraft, index: number): Problem[] =>
  problems.map((each) => ({ ...each, pointer: itemPointer(each.pointer, index) }));

/** Reads each linked record only once, because bulk actions are often about one record. */
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
