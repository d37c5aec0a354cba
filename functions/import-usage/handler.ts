/** Usage queue -> the plays and the revenue of a store's report. */
import { consume } from '../../shared/kit/work/consume.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import { takeImport } from '../../shared/usage/import/take-import.ts';
import { usageMessageSchema } from '../../shared/usage/import/usage-import.ts';

/** @param now the clock, for tests. */
export const importerWith = (now: () => Date = () => new Date()) =>
  consume({
    schema: usageMessageSchema,
    subject: ({ importId, attempt: position }) => ({ importId, position }),
    process: (message, table) =>
      takeImport(message, { table, now, bucket: new Bucket(environment('BUCKET_NAME')) }),
    fault: 'usage.fault',
  });

export const handler = importerWith();
