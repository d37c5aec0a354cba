/** Partitions of rows for the codes that a stage gives. */
import { givenCodeKey } from '../../shared/catalogue/keys.ts';
import { codesKey } from '../../shared/distribution/keys.ts';
import { uniqueKey } from '../../shared/kit/table/keys.ts';
import { ANY } from '../queues/work-queues.ts';
import type { Partitions } from './function-needs.ts';

/** For giving codes: the series, and the UPCs that albums have. */
export const codeRows = [codesKey(ANY, ANY).pk, uniqueKey('albums', ANY, ANY).pk];

/** Codes of deleted tracks and albums. */
const given = [givenCodeKey(ANY, ANY).pk];
export const givenCodes: Partitions = { read: given, written: given };
