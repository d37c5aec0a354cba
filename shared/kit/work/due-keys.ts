/** Keys of the due index. */
import { type Key, WHOLE } from '../table/keys.ts';
import { shardOf } from '../table/shards.ts';

const DUE_SHARDS = 8;
export const dueShards: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`);

export const dueShardOf = (key: Key): string => `due#${shardOf(key.pk + key.sk, DUE_SHARDS)}`;

/** Sort key: the due time, then the row's key to make it unique. */
export const dueAt = (at: Date, key: Key): string => `${at.toISOString()}#${key.pk}#${key.sk}`;

/** Sorts after all rows due by that time and before all later rows. */
export const dueBy = (at: Date): string => `${at.toISOString()}$`;

/** The row with the time and outcome of the last sweep. */
export const lastSweepKey: Key = { pk: 'last-sweep', sk: WHOLE };
