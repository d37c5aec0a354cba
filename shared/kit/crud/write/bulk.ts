/** Reads the items of a bulk action as drafts and checks them against the declaration. Hooks do not run. */
import { resourceOf } from '../../declare/api.ts';
import type { Resource } from '../../declare/resource.ts';
import { itemProblems, readDocument, readEach, type WriteDocument } from '../../jsonapi/document.ts';
import { readQuery } from '../../jsonapi/query.ts';
import { type Deciding, unheld } from '../../records/deciding.ts';
import { Problems, throwIfAny } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { loadMany } from '../read/load.ts';
import { decideDraft, EXISTING } from './decide.ts';
import type { RecordDraft } from './draft.ts';
import type { WriteContext } from './hooks.ts';
import { type FindLinked, throwLinkProblems } from './input.ts';

/**
 * @param max maximum number of items.
 * @throws Problems of all items with their pointers. Unknown records come before foreign ones, and both
 * before broken rules.
 */
export async function readDrafts(
  context: WriteContext & Deciding,
  resource: Resource,
  { max }: { readonly max: number },
): Promise<readonly RecordDraft[]> {
  readQuery(context.request.query, resource, 'none');
  const { type, clientIds, relationships } = resource;
  const documents = readEach(context.request.body, max, (body) =>
    readDocument(body, { type, id: null, clientIds, relationships }),
  );
  const find = await findLinked(context, resource, documents);
  const read = await Promise.all(
    documents.map((document) =>
      decideDraft({ ...context, hooks: {} }, resource, { document, find }).catch((error: unknown) => {
        if (error instanceof Problems) return error;
        throw error;
      }),
    ),
  );
  throwLinkProblems(
    read.flatMap((each, index) => (each instanceof Problems ? itemProblems(each.problems, index) : [])),
  );
  const drafts = read.flatMap((each) => (each instanceof Problems ? [] : [each]));
  throwIfAny(drafts.flatMap(({ problems }, index) => itemProblems(problems, index)));
  return drafts;
}

/** Reads each linked record only once, because bulk actions are often about one record. */
async function findLinked(
  context: Context & Deciding,
  { relationships }: Resource,
  documents: readonly WriteDocument[],
): Promise<FindLinked> {
  const loading = Object.entries(relationships).map(async ([name, { type }]) => {
    const ids = documents.flatMap(({ linkage }) => [linkage[name] ?? []].flat().map(({ id }) => id));
    return [
      type,
      await loadMany(unheld(context, EXISTING), resourceOf(context.api, type), ids, true),
    ] as const;
  });
  const records = (await Promise.all(loading)).flatMap(([type, byId]) =>
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
