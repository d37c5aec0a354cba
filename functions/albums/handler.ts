/** Albums and their artists. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('albums', {});
