/** Labels, declared in shared/catalogue/api/labels.ts. */
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('labels', {});
