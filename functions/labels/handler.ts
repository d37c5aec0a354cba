/** Labels, declared in shared/catalogue/api/labels.ts. */
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('labels', { features: [catalogueShown] });
