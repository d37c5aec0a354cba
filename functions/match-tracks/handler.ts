/** Matching queue -> matches by text, what starts with a request, and the indexes of released tracks by text and by sound. */
import * as v from 'valibot';
import { startRequestedDigests } from '../../shared/distribution/review/requested-digests.ts';
import { attempt, type Clock } from '../../shared/kit/work/attempt.ts';
import { consume } from '../../shared/kit/work/consume.ts';
import { albumWorker } from '../../shared/matching/album-work.ts';
import { indexPart } from '../../shared/matching/released/index-part.ts';
import { indexingWork } from '../../shared/matching/released/indexing-work.ts';
import { soundIndexingWork } from '../../shared/matching/released/sound-indexing-work.ts';
import { indexSound } from '../../shared/matching/sound/index-sound.ts';
import { comparePart } from '../../shared/matching/text/compare-part.ts';
import { matchingWork } from '../../shared/matching/text/matching-work.ts';
import { api } from '../../shared/service/api.ts';

const matching = albumWorker(matchingWork, 'tracks.matched', (attempt) =>
  comparePart(attempt, { api, beside: startRequestedDigests }),
);
const indexing = albumWorker(indexingWork, 'release.indexed', indexPart);
const soundIndexing = indexSound(api);

/** @param clock for tests. */
export const trackMatcherWith = (clock: Partial<Clock> = {}) =>
  consume({
    schema: v.union([
      matchingWork.messageSchema,
      indexingWork.messageSchema,
      soundIndexingWork.messageSchema,
    ]),
    subject: ({ kind, id, attempt: position }) => ({ kind, id, position }),
    process: (message, table) => {
      const parts = { ...clock, table };
      if (message.kind === 'request') return attempt(matching, message, parts);
      return message.kind === 'release'
        ? attempt(indexing, message, parts)
        : attempt(soundIndexing, message, parts);
    },
    fault: 'matching.fault',
  });

export const handler = trackMatcherWith();
