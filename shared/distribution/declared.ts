/** All resources of distribution. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { deliveries } from './api/deliveries.ts';
import { distributionRequests } from './api/distribution-requests.ts';
import { distributionKeyRows } from './keys.ts';

export const distributionDeclared = defineApi({
  resources: [distributionRequests, deliveries],
  keys: distributionKeyRows,
});
