/** The size of the credits, which the track keeps, so that the cost of reading them is known in advance. */
import type { Credit } from '../rules/credits.ts';
import { shownCredit } from './credit-ids.ts';

/** @returns the approximate bytes of the row. */
export const sizeOfCredits = (credits: readonly Credit[]): number =>
  Buffer.byteLength(JSON.stringify(credits.map(shownCredit)));
