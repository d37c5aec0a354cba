/** Artists and their profiles on DSPs. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { artists } from '../../shared/catalogue/api/artists.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { catalogueWritten } from '../../shared/catalogue/written.ts';
import { distributionWritten } from '../../shared/distribution/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { artistTrends } from '../../shared/usage/api/trends.ts';
import { usageShown } from '../../shared/usage/shown.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('artists', {
  features: [
    referenceShown,
    accountsShown,
    catalogueShown,
    catalogueWritten,
    distributionWritten,
    usageShown,
  ],
  actions: { artists: { trends: listTrends(artists, artistTrends) } },
});
