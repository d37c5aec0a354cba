/** The dependencies of an attempt. */
import type { Store } from '../../kit/records/store.ts';
import type { Attempt } from '../../kit/work/attempt.ts';
import type { Bucket } from '../../platform/bucket/bucket.ts';
import type { ReportWork } from './report-work.ts';

export interface Making extends Attempt<ReportWork> {
  readonly api: Store['api'];
  readonly bucket: Bucket;
}
