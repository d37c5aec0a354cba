/** People and their organization. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('users', {});
