/** The DSPs of albums. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { assign, remove } from '../../shared/catalogue/actions/bulk.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { catalogueWritten } from '../../shared/catalogue/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('album-dsps', {
  features: [referenceShown, accountsShown, catalogueShown, catalogueWritten],
  actions: { 'album-dsps': { 'bulk/assign': assign, 'bulk/remove': remove } },
});
