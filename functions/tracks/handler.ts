/** Tracks: their places on albums, artists and masters. */
import { makeHandler } from '../../shared/handler.ts';

export const handler = makeHandler('tracks', {});
