/** Applies filters that need whole records, in batches and with a limit on read units. */
import { batchesOf } from '../../../platform/batches.ts';
import { keyRowOf } from '../../declare/api.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { AskedFilter } from '../../jsonapi/query.ts';
import { type Problems, problem } from '../../values/problems.ts';
import type { Context } from '../context.ts';
import { wholeRecords } from './load.ts';
import { completed, unitsToComplete } from './views.ts';

const RECORDS_PER_BATCH = 50;

/** Maximum units per search: about 8 MB of eventually consistent reads. */
const MAX_READ_UNITS = 1000;

/**
 * @returns the matching entries, or the records themselves if they were read.
 * @throws search_too_large (400) naming the filter.
 */
export async function searched(
  context: Context,
  resource: Resource,
  { entries, filters }: { entries: readonly Entry[]; filters: readonly AskedFilter[] },
): Promise<readonly Entry[]> {
  const asked = filters.filter(({ filter: { from } }) => from === 'record');
  const [first] = asked;
  if (!first) return entries;
  const isWhole = resource.owner === 'platform' || keyRowOf(context.api, resource).covering;
  const matching: Entry[] = [];
  const { meter } = context.table;
  const most = meter.readUnits + MAX_READ_UNITS;
  const fields = new Map([[resource.type, new Set(asked.map(({ filter }) => filter.field))]]);
  for (const batch of batchesOf(entries, RECORDS_PER_BATCH)) {
    const records = await wholeRecords(context, resource, batch);
    const units = records.map((record) => unitsToComplete(context, resource, { record, fields }));
    if (!isWhole && meter.readUnits + sum(units) > most) throw tooLarge(first);
    for (const record of await completed(context, resource, { records, fields, isSingle: false }))
      if (asked.every(({ filter, test }) => test(record.fields[filter.field] ?? null))) matching.push(record);
  }
  return matching;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function tooLarge({ name }: AskedFilter): Problems {
  const detail = `A search with ${name} would read too much text. Narrow the list with other filters.`;
  return problem('search_too_large', detail, { parameter: name });
}

/** @returns whether `searched` has read the record. */
export const isRead = (entry: Entry): entry is ShownRecord => 'version' in entry;
