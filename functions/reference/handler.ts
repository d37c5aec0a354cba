/** Reference data, declared and kept in shared/reference. */
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('reference', {});
