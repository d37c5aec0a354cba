/** Fold queue -> snapshots of lists, and counts of histories. */
import { foldConsumer } from '../../shared/kit/fold-consumer.ts';
import type { Clock } from '../../shared/kit/work/attempt.ts';
import { api } from '../../shared/service/api.ts';
import { merged } from '../../shared/service/feature-members.ts';
import { sources } from '../../shared/service/features.ts';

const definitions = { ...api, sources: merged(sources) };

/** @param clock for tests. */
export const folderWith = (clock: Partial<Clock> = {}) => foldConsumer(definitions, clock);

export const handler = folderWith();
