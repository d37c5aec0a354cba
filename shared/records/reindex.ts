/** Rewrites records of an older layout, so that new filters and links find them without a look at the whole record. */
import { resourceOf } from '../api/define/api.ts';
import type { StoredRecord } from '../api/define/fields.ts';
import type { Resource } from '../api/define/resource.ts';
import { ConditionsFailed } from '../table/commit.ts';
import type { Item } from '../table/item.ts';
import { isRecordKey, type KeyRow, recordKey } from '../table/keys.ts';
import type { Write } from '../table/write.ts';
import { versionIs } from './changes.ts';
import { linkWrites } from './links.ts';
import { isOutdated, recordOf, rowChanges } from './rows.ts';
import type { Store } from './store.ts';

/** @returns whether the row was a record of an older layout, and is no longer. */
export async function reindex(store: Store, item: Item): Promise<boolean> {
  const type = String(item['pk']).split('#')[0] ?? '';
  const isDeclared = store.api.resources.some((each) => each.type === type);
  if (!isDeclared || !isRecordKey(item, type)) return false;
  const resource = resourceOf(store.api, type);
  const row = store.api.keys[type] ?? {};
  if (!isOutdated(resource, row, item)) return false;
  await rewrite(store, resource, { row, record: recordOf(resource, item) });
  return true;
}

/** The same version with the same fields: no event, no other ETag. Whoever writes at the same time has rewritten it. */
async function rewrite(
  store: Store,
  resource: Resource,
  { row, record }: { row: KeyRow; record: StoredRecord },
): Promise<void> {
  const key = recordKey(resource.type, record.id);
  await settled(store, {
    update: key,
    with: [...rowChanges(resource, row, record), { init: 'counts', to: {} }],
    condition: versionIs(record.version),
  });
  for (const [name, link] of Object.entries(row.links ?? {})) {
    if (link.max === undefined) continue;
    const place = { ownerId: record.ownerId, type: resource.type, name, link };
    const { writes, place: free } = linkWrites(resource, { place, before: undefined, after: record });
    for (const write of writes)
      await settled(store, { ...write, ...(free?.condition && { condition: free.condition }) });
  }
}

async function settled(store: Store, write: Write): Promise<void> {
  try {
    await store.commit([write]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
  }
}
