/** Track matches and their parts. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { matchingShown } from '../../shared/matching/shown.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('track-matches', {
  features: [referenceShown, accountsShown, catalogueShown, matchingShown],
});
