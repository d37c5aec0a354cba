/** Patterns of the partition keys of records, of their unique values and of credits. */
import { creditBlockKey, creditListKey } from '../../shared/catalogue/credits/credit-keys.ts';
import { recordKey, uniqueKey } from '../../shared/kit/table/keys.ts';
import { ANY } from '../queues/work-queues.ts';

export const records = (type: string): string => recordKey(type, ANY).pk;
export const uniqueValues = (type: string): string => uniqueKey(type, ANY, ANY).pk;
export const creditLists = creditListKey(ANY).pk;
export const creditBlocks = creditBlockKey(ANY).pk;
