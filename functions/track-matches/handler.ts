/** Track matches, and what they list. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('track-matches', {});
