/** The places of rows in the due index. */
import type { Key } from '../table/keys.ts';
import { shardOf } from '../table/shards.ts';

const DUE_SHARDS = 8;
export const dueShards: readonly string[] = Array.from({ length: DUE_SHARDS }, (_, shard) => `due#${shard}`);

/** The shard of a row in the due index, spread by the row's own key. */
export const dueShardOf = (key: Key): string => `due#${shardOf(key.pk + key.sk, DUE_SHARDS)}`;

/** Where due rows are ordered: the moment, then the row, so that no two rows share a place. */
export const dueAt = (at: Date, key: Key): string => `${at.toISOString()}#${key.pk}#${key.sk}`;

/** Comes after everything that is due by that moment, and before everything later. */
export const dueBy = (at: Date): string => `${at.toISOString()}$`;
