/** Fold queue -> snapshots of lists, and counts of histories. */
import * as catalogue from '../../shared/catalogue/feature.ts';
import { foldConsumer } from '../../shared/kit/fold-consumer.ts';
import type { Clock } from '../../shared/kit/work/attempt.ts';
import { Bucket } from '../../shared/platform/bucket/bucket.ts';
import { environment } from '../../shared/platform/settings.ts';
import * as webhooks from '../../shared/webhooks/feature.ts';

const resources = [...catalogue.types, ...webhooks.types];
const keys = { ...catalogue.keys, ...webhooks.keys };

/** @param clock for tests. */
export const folderWith = (clock: Partial<Clock> = {}) =>
  foldConsumer({ api: { resources, keys }, bucket: () => new Bucket(environment('BUCKET_NAME')) }, clock);

export const handler = folderWith();
