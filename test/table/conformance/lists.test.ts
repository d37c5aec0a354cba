import type { KeyRow } from '../../../shared/kit/table/keys.ts';
import { api } from '../../../shared/service/api.ts';
import { foldList } from '../../support/fold-list.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withTable } from '../../support/table.ts';
import { service } from './service.ts';
import { describeLists } from './suite/lists.ts';

withTable();
withBucket();
const keys: Readonly<Record<string, KeyRow>> = api.keys;
// Whole lists come from the index, filtered and sorted ones from the snapshot.
describeLists(service, async ({ type, owner }, { userId, organizationId }) => {
  if (keys[type]?.journaled) await foldList(type, owner === 'user' ? userId : organizationId);
});
