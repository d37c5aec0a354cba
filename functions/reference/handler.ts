/** Reference data, declared in shared/api, with its records in shared/reference. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('reference', {});
