/** Matching queue -> matches and the index of released tracks. */
import { consume } from '../../shared/kit/work/consume.ts';
import type { Matching } from '../../shared/matching/matching.ts';
import { matchingMessageSchema } from '../../shared/matching/matching-message.ts';
import { takePart } from '../../shared/matching/take-part.ts';

/** @param now the clock of tests. */
export const trackMatcherWith = (now: Matching['now']) =>
  consume({
    schema: matchingMessageSchema,
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) => takePart(message, { now, table }),
    fault: 'matching.fault',
  });

export const handler = trackMatcherWith(() => new Date());
