/** Track matches, and what they list. */
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('track-matches', {});
