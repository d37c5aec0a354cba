/** Usage queue -> rows with the plays and revenue of store reports. */
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { attemptImport, importMetrics } from '../../shared/usage/import/attempt-import.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';

/** @param clock for tests. */
export const importerWith = (clock: Partial<Clock> = {}) =>
  consumeWork(
    {
      kind: usageWork,
      log: 'usage',
      make: (attempt) => attemptImport(attempt, new Bucket(environment('BUCKET_NAME'))),
      measure: importMetrics,
    },
    clock,
  );

export const handler = importerWith();
