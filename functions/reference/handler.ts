/** Reference data: all of it is said in shared/api, and stands in shared/reference. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('reference', {});
