/** Reference data (shared/reference). */
import { catalogueShown } from '../../shared/catalogue/shown.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('reference', { features: [referenceShown, catalogueShown] });
