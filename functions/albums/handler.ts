/** Albums and their artists. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { albums } from '../../shared/catalogue/api/albums.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { catalogueWritten } from '../../shared/catalogue/written.ts';
import { distributionWritten } from '../../shared/distribution/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { albumTrends } from '../../shared/usage/api/trends.ts';
import { usageShown } from '../../shared/usage/shown.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('albums', {
  features: [
    referenceShown,
    accountsShown,
    catalogueShown,
    catalogueWritten,
    distributionWritten,
    usageShown,
  ],
  actions: { albums: { trends: listTrends(albums, albumTrends) } },
});
