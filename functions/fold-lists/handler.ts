/** Fold queue -> snapshots of lists. */
import { keys, types as resources } from '../../shared/catalogue/feature.ts';
import { foldConsumer } from '../../shared/kit/lists/fold-consumer.ts';
import type { Clock } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';

/** @param clock for tests. */
export const folderWith = (clock: Partial<Clock> = {}) =>
  foldConsumer({ api: { resources, keys }, bucket: () => new Bucket(environment('BUCKET_NAME')) }, clock);

export const handler = folderWith();
