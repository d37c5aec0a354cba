/** Filters that look into whole records: a few batches at a time, keeping only what matches, within a bound. */
import type { Entry } from '../../api/define/fields.ts';
import type { Resource } from '../../api/define/resource.ts';
import { problem } from '../../domain/problems.ts';
import type { AskedFilter } from '../../jsonapi/query.ts';
import { type Context, keyRowOf } from '../context.ts';
import { wholeRecords } from './load.ts';

const RECORDS_PER_BATCH = 50;

/** Read units one search may use: 4 MB, or about 8 MB read eventually consistent. Then the client is asked to narrow it. */
const MAX_READ_UNITS = 1000;

/** @returns the entries whose records pass the filters. @throws search_too_large (400) naming the filter. */
export async function searched(
  context: Context,
  resource: Resource,
  { entries, filters }: { entries: readonly Entry[]; filters: readonly AskedFilter[] },
): Promise<readonly Entry[]> {
  const asked = filters.filter(({ filter: { from } }) => from === 'record');
  const [first] = asked;
  if (!first) return entries;
  const isWhole = resource.owner === 'platform' || keyRowOf(context, resource).covering;
  const matching = new Set<string>();
  const before = context.table.meter.readUnits;
  for (let start = 0; start < entries.length; start += RECORDS_PER_BATCH) {
    if (!isWhole && context.table.meter.readUnits - before > MAX_READ_UNITS) {
      const detail = `There is too much text to search with ${first.name}: narrow the list with other filters.`;
      throw problem('search_too_large', detail, { parameter: first.name });
    }
    const batch = entries.slice(start, start + RECORDS_PER_BATCH);
    for (const { id, fields } of await wholeRecords(context, resource, batch)) {
      if (asked.every(({ filter, test }) => test(fields[filter.field] ?? null))) matching.add(id);
    }
  }
  return entries.filter(({ id }) => matching.has(id));
}
