/** Distribution requests and their deliveries. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { preapprove, reject } from '../../shared/distribution/actions/decisions.ts';
import { distributionShown } from '../../shared/distribution/shown.ts';
import { distributionWritten } from '../../shared/distribution/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('distribution', {
  features: [referenceShown, accountsShown, catalogueShown, distributionShown, distributionWritten],
  actions: { 'distribution-requests': { preapprove, reject } },
});
