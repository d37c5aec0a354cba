/** Rewrites records of an older layout, so that new filters and links find them in the indexes. */
import { keyRowOf, resourceOf } from '../declare/api.ts';
import type { Item } from '../table/item.ts';
import { isRecordKey, recordKey, typeOf } from '../table/keys.ts';
import { retried } from './decided.ts';
import { isOutdated, recordOf } from './rows.ts';
import { rewrite, type Store } from './store.ts';

/** @returns whether the row was rewritten. */
export function reindex(store: Store, item: Item): Promise<boolean> {
  const type = typeOf(item);
  const isDeclared = store.api.resources.some((each) => each.type === type);
  if (!isDeclared || !isRecordKey(item, type)) return Promise.resolve(false);
  const resource = resourceOf(store.api, type);
  const row = keyRowOf(store.api, resource);
  let current: Item | undefined = item;
  return retried(async () => {
    if (!current || !isOutdated(resource, row, current)) return false;
    const record = recordOf(resource, current);
    if ((await rewrite(store, { resource, before: record })).is === 'saved') return true;
    current = await store.table.get(recordKey(type, record.id));
    return 'again';
  });
}
