/** Labels, declared in shared/api/labels.ts. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('labels', {});
