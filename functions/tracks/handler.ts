/** Tracks with their places on albums, artists, credits and masters. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { tracks } from '../../shared/catalogue/api/tracks.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { catalogueWritten } from '../../shared/catalogue/written.ts';
import { distributionWritten } from '../../shared/distribution/written.ts';
import { matchingShown } from '../../shared/matching/shown.ts';
import { matchingWritten } from '../../shared/matching/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { trackTrends } from '../../shared/usage/api/trends.ts';
import { usageShown } from '../../shared/usage/shown.ts';
import { listTrends } from '../../shared/usage/trends/list-trends.ts';

export const handler = makeHandler('tracks', {
  features: [
    referenceShown,
    accountsShown,
    catalogueShown,
    catalogueWritten,
    matchingShown,
    matchingWritten,
    distributionWritten,
    usageShown,
  ],
  actions: { tracks: { trends: listTrends(tracks, trackTrends) } },
});
