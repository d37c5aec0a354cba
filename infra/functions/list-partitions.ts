/** Patterns of the partition keys of journals, and the objects with snapshots. */
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import { journalKey, type KeyRow, unreadableListKey } from '../../shared/kit/table/keys.ts';
import { api } from '../../shared/service/api.ts';
import { ANY } from '../queues/work-queues.ts';

/** Types whose lists are read from snapshots and journals. */
export const journaledTypes = Object.entries<KeyRow>(api.keys).flatMap(([type, { journaled }]) =>
  journaled ? [type] : [],
);
export const journals = (types: Iterable<string>): string[] =>
  [...types].filter((type) => journaledTypes.includes(type)).map((type) => journalKey(type, ANY, '').pk);
/** Written by functions that list records. */
export const unreadableLists = unreadableListKey(ANY, ANY).pk;
/** For functions that list records. */
export const readingLists = [{ prefix: SNAPSHOT_PREFIX, access: 'read' }] as const;
