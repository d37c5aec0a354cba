/** Report queue -> files of analytics reports. */
import { type Clock, consumeWork } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { keys, types as resources } from '../../shared/usage/feature.ts';
import { makeReport } from '../../shared/usage/reports/make-report.ts';
import { reportWork } from '../../shared/usage/reports/report-work.ts';

/** @param clock for tests. */
export const reporterWith = (clock: Partial<Clock> = {}) =>
  consumeWork(
    {
      kind: reportWork,
      log: 'report',
      make: (attempt) =>
        makeReport({ ...attempt, api: { resources, keys }, bucket: new Bucket(environment('BUCKET_NAME')) }),
    },
    clock,
  );

export const handler = reporterWith();
