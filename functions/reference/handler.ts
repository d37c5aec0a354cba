/** Reference data, declared in shared/api, with its records in shared/reference. */
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('reference', {});
