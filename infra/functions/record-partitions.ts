/** Patterns of the partition keys of records, their values, codes and credits, and of lists of records. */
import { creditBlockKey, creditListKey } from '../../shared/catalogue/credits/credit-keys.ts';
import { givenCodeKey } from '../../shared/catalogue/keys.ts';
import { codesKey } from '../../shared/distribution/keys.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import {
  journalKey,
  type KeyRow,
  recordKey,
  uniqueKey,
  unreadableListKey,
} from '../../shared/kit/table/keys.ts';
import { api } from '../../shared/service/api.ts';
import { ANY } from '../queues/work-queues.ts';
import type { Partitions } from './function-needs.ts';

export const records = (type: string): string => recordKey(type, ANY).pk;
export const uniqueValues = (type: string): string => uniqueKey(type, ANY, ANY).pk;
export const creditLists = creditListKey(ANY).pk;
export const creditBlocks = creditBlockKey(ANY).pk;

/** For giving codes: the series, and the UPCs that albums have. */
export const codeRows = [codesKey(ANY, ANY).pk, uniqueValues('albums')];
/** Codes of deleted tracks and albums. */
const givenCodeRows = [givenCodeKey(ANY, ANY).pk];
export const givenCodes: Partitions = { read: givenCodeRows, written: givenCodeRows };

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
