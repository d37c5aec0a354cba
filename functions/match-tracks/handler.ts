/** Matching queue -> matches and the index of released tracks. */
import { catalogueMatcher } from '../../shared/matching/catalogue-matcher.ts';
import { matchingMessageSchema } from '../../shared/matching/matching-message.ts';
import { consume } from '../../shared/work/consume.ts';
import type { Matching } from './matching.ts';
import { takePart } from './take-part.ts';

/** @param parts clock and matcher, for tests. */
export const trackMatcherWith = (parts: Partial<Omit<Matching, 'table'>> = {}) =>
  consume({
    schema: matchingMessageSchema,
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) =>
      takePart(message, { now: () => new Date(), matcher: catalogueMatcher, ...parts, table }),
    fault: 'matching.fault',
  });

export const handler = trackMatcherWith();
