/** Labels, declared in shared/catalogue/api/labels.ts. */
import { accountsShown } from '../../shared/accounts/shown.ts';
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('labels', { features: [referenceShown, accountsShown, catalogueShown] });
