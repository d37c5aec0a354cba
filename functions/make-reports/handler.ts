/** Report queue -> the files of analytics reports. */
import { consume } from '../../shared/kit/work/consume.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { api } from '../../shared/service/api.ts';
import { makeReport } from '../../shared/usage/reports/make-report.ts';
import type { Making } from '../../shared/usage/reports/making.ts';
import { reportMessageSchema } from '../../shared/usage/reports/report-work.ts';

/** @param parts clock and random numbers, for tests. */
export const reporterWith = (parts: Partial<Pick<Making, 'now' | 'random'>> = {}) =>
  consume({
    schema: reportMessageSchema,
    subject: ({ reportId, attempt: position }) => ({ reportId, position }),
    process: (message, table) => {
      const bucket = new Bucket(environment('BUCKET_NAME'));
      return makeReport(message, {
        now: () => new Date(),
        random: Math.random,
        ...parts,
        api,
        table,
        bucket,
      });
    },
    fault: 'report.fault',
  });

export const handler = reporterWith();
