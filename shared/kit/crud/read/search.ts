/** Applies filters that need whole records, in batches and with a limit on read units. */
import { batchesOf } from '../../../platform/batches.ts';
import { keyRowOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { SentFilter } from '../../jsonapi/query.ts';
import { LEAST_UNITS } from '../../table/meter.ts';
import { type Problems, problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { wholeRecords } from './load.ts';
import { spread, sum } from './response-limits.ts';
import { completed, unitsToComplete } from './views.ts';

/** Four concurrent calls of 100 keys keep a search of thousands of texts under two seconds. */
const RECORDS_PER_BATCH = 400;

/** Maximum units per search, such as 6,000 texts of up to 4 KB each: about 48 MB, eventually consistent. */
const MAX_READ_UNITS = 6000;

/**
 * @returns the matching entries, or the records themselves if they were read.
 * @throws search_too_large (400) naming the filter.
 */
export async function searched(
  context: Context,
  resource: Resource,
  { entries, filters }: { entries: readonly Entry[]; filters: readonly SentFilter[] },
): Promise<readonly Entry[]> {
  const textFilters = filters.filter(({ filter: { from } }) => from === 'record');
  const [first] = textFilters;
  if (!first) return entries;
  const isWhole = resource.owner === 'platform' || keyRowOf(context.api, resource).covering;
  const matching: Entry[] = [];
  const { meter } = context.table;
  const before = meter.readUnits;
  const fields = new Map([[resource.type, new Set(textFilters.map(({ filter }) => filter.field))]]);
  const unitsOf = (record: ShownRecord) => unitsToComplete(context, resource, { record, fields });
  if (!isWhole && (await isFarTooLarge(context, resource, { entries, unitsOf }))) throw tooLarge(first);
  let unread = entries.length;
  const judge = (units: number) => {
    if (!isWhole && meter.readUnits - before + units + unread * LEAST_UNITS > MAX_READ_UNITS)
      throw tooLarge(first);
  };
  for (const batch of batchesOf(entries, RECORDS_PER_BATCH)) {
    judge(0);
    unread -= batch.length;
    const records = await wholeRecords(context, resource, batch);
    judge(sum(records.map(unitsOf)));
    for (const record of await completed(context, resource, { records, fields, isSingle: false }))
      if (textFilters.every(({ filter, test }) => test(record.fields[filter.field] ?? null)))
        matching.push(record);
  }
  meter.searchUnits = meter.readUnits - before;
  return matching;
}

/** Records by which a search is judged before it begins, for about 12 units. */
const SAMPLE = 24;
/** Beyond the limit, so that no search is rejected that just fits. */
const CLEARLY = 1.25;

/** Expects of all records what some of them need, without the largest, which can be an exception. */
async function isFarTooLarge(
  context: Context,
  resource: Resource,
  { entries, unitsOf }: { entries: readonly Entry[]; unitsOf: (record: ShownRecord) => number },
): Promise<boolean> {
  if (entries.length <= 2 * SAMPLE) return false;
  const records = await wholeRecords(context, resource, spread(entries, SAMPLE));
  const [, ...units] = records.map((record) => LEAST_UNITS + unitsOf(record)).toSorted((a, b) => b - a);
  return (sum(units) / Math.max(1, units.length)) * entries.length > CLEARLY * MAX_READ_UNITS;
}

function tooLarge({ name }: SentFilter): Problems {
  const detail = `A search with ${name} would read too much text. Narrow the list with other filters.`;
  return problem('search_too_large', detail, { parameter: name });
}

/** @returns whether `searched` has read the record. */
export const isRead = (entry: Entry): entry is ShownRecord => 'version' in entry;
