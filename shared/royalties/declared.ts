/** All resources of royalties. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { royaltyPayments, royaltySummaries } from './api/royalties.ts';
import { royaltyKeyRows } from './keys.ts';

export const royaltiesDeclared = defineApi({
  resources: [royaltySummaries, royaltyPayments],
  keys: royaltyKeyRows,
});
