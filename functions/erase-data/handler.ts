/** Erasure queue -> what is left of users whom operators have erased. */
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { api } from '../../shared/service/api.ts';
import { eraseUser } from '../../shared/service/erasure/erase-user.ts';
import { erasureWork } from '../../shared/service/erasure/erasure-work.ts';
import { merged } from '../../shared/service/feature-members.ts';
import { sources } from '../../shared/service/features.ts';

const definitions = { ...api, sources: merged(sources) };

/** @param clock for tests. */
export const eraserWith = (clock: Partial<Clock> = {}) =>
  consumeWork(
    {
      kind: erasureWork,
      log: 'erasure',
      make: (attempt) =>
        eraseUser({ ...attempt, api: definitions, bucket: new Bucket(environment('BUCKET_NAME')) }),
    },
    clock,
  );

export const handler = eraserWith();
