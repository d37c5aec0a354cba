/** Matching queue -> matches and the index of released tracks. */
import * as v from 'valibot';
import { attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { comparePart } from '../../shared/matching/compare-part.ts';
import { indexPart } from '../../shared/matching/index-part.ts';
import { makingOf } from '../../shared/matching/making.ts';
import { indexingWork } from '../../shared/matching/release-indexing.ts';
import { matchingWork } from '../../shared/matching/request-matching.ts';

const matching = makingOf(matchingWork, { says: 'tracks.matched', part: comparePart });
const indexing = makingOf(indexingWork, { says: 'release.indexed', part: indexPart });

/** @param clock for tests. */
export const trackMatcherWith = (clock: Partial<Clock> = {}) =>
  consume({
    schema: v.union([matchingWork.messageSchema, indexingWork.messageSchema]),
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) =>
      message.kind === 'request'
        ? attempt(matching, message, { ...clock, table })
        : attempt(indexing, message, { ...clock, table }),
    fault: 'matching.fault',
  });

export const handler = trackMatcherWith();
