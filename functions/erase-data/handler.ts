/** Erasure queue -> what is left of users and organizations that operators have erased. */
import { type Attempt, type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { deadLetterVariable } from '../../shared/kit/work/work-queue.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment, readSettings } from '../../shared/platform/settings.ts';
import { api } from '../../shared/service/api.ts';
import { eraseUser } from '../../shared/service/erasure/erase-user.ts';
import { type Erasure, erasureWork, subjectOf } from '../../shared/service/erasure/erasure-work.ts';
import { forgetEvents, forgetLetters } from '../../shared/service/erasure/forget-letters.ts';
import { eraseOrganization } from '../../shared/service/erasure/organization/erase-organization.ts';
import { merged } from '../../shared/service/feature-members.ts';
import { sources } from '../../shared/service/features.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';

const definitions = { ...api, sources: merged(sources) };

function make(attempt: Attempt<Erasure>) {
  const erasing = {
    ...attempt,
    bucket: new Bucket(environment('BUCKET_NAME')),
    forgetLetters: forgetLetters(environment('CHANGE_DEAD_LETTER_URL')),
  };
  return subjectOf(attempt.claimed).type === 'users'
    ? eraseUser({ ...erasing, api: definitions })
    : eraseOrganization({
        ...erasing,
        forgetEvents: forgetEvents(environment(deadLetterVariable(eventWork.queue))),
        keepYears: readSettings().keepAccountsYears,
      });
}

/** @param clock for tests. */
export const eraserWith = (clock: Partial<Clock> = {}) =>
  consumeWork(
    {
      kind: erasureWork,
      log: 'erasure',
      make,
    },
    clock,
  );

export const handler = eraserWith();
