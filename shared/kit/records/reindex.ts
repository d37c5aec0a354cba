/**
 * Rewrites records of an older layout, so that new filters and links find them without a look at the whole record, and
 * those whose rows do not tell how long their texts are, so that it is known before these are read.
 */
import { resourceOf } from '../declare/api.ts';
import type { Item } from '../table/item.ts';
import { isRecordKey, isUniqueKey, recordKey } from '../table/keys.ts';
import { isOutdated, recordOf } from './rows.ts';
import { convert, retried, rewrite, type Store } from './store.ts';
import { weighed } from './weigh.ts';

/** @returns whether the row was rewritten. */
export function reindex(store: Store, item: Item): Promise<boolean> {
  if (isUniqueKey({ pk: String(item['pk']), sk: String(item['sk']) })) return convert(store.table, item);
  const type = String(item['pk']).split('#')[0] ?? '';
  const isDeclared = store.api.resources.some((each) => each.type === type);
  if (!isDeclared || !isRecordKey(item, type)) return Promise.resolve(false);
  const resource = resourceOf(store.api, type);
  const row = store.api.keys[type] ?? {};
  let current: Item | undefined = item;
  return retried(async () => {
    if (!current) return false;
    const record = recordOf(resource, current);
    const known = await weighed(store.table, resource, record);
    if (!known && !isOutdated(resource, row, current)) return false;
    if ((await rewrite(store, resource, known ?? record)).is === 'saved') return true;
    current = await store.table.get(recordKey(type, record.id));
    return 'again';
  });
}
