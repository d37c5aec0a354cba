/**
 * Estimates the size of a response from some of its texts, before the others are read. A response of more than 6 MB is
 * rejected for its size, and the rejection would otherwise cost as much as the response.
 */
import { resourceOf } from '../../declare/api.ts';
import type { ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Context } from '../context.ts';
import { BYTES_PER_UNIT, MAX_BYTES, type Outlook } from './outlook.ts';
import { completed, unitsToComplete } from './views.ts';

/** Of the resource object, for its links, names and quotation marks. */
const BYTES_PER_RELATIONSHIP = 280;
const BYTES_PER_ATTRIBUTE = 60;
/** JSON in JSON at most doubles the bytes of a text: all of its characters are escaped. */
const MAX_GROWTH = 2;

interface Texts {
  readonly record: ShownRecord;
  readonly resource: Resource;
  readonly units: number;
}

interface Sizing {
  readonly records: readonly ShownRecord[];
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  readonly outlook: Pick<Outlook, 'unitsLeft' | 'foreseeBytes'>;
}

/** @returns those records whose texts were read. @throws response_too_large */
export async function readSample(
  context: Context,
  { records, fields, outlook }: Sizing,
): Promise<ReadonlyMap<ShownRecord, ShownRecord>> {
  const all = records.map((record): Texts => {
    const resource = resourceOf(context.api, record.type);
    return { record, resource, units: unitsToComplete(context, resource, { record, fields }) };
  });
  const bare = sum(all.map(({ resource }) => bareBytes(resource, fields)));
  const units = sum(all.map((each) => each.units));
  if (units === 0 || bare + units * BYTES_PER_UNIT * MAX_GROWTH <= MAX_BYTES) return new Map();
  const sample = spread(all, outlook.unitsLeft());
  const read = await Promise.all(
    Array.from(
      Map.groupBy(sample, ({ resource }) => resource),
      async ([resource, same]) => {
        const unread = same.map(({ record }) => record);
        const whole = await completed(context, resource, { records: unread, fields, isSingle: false });
        return unread.map((record, index) => [record, whole[index] ?? record] as const);
      },
    ),
  );
  const pairs = read.flat();
  const bytes = sum(pairs.map(([before, after]) => addedBytes(before, after)));
  outlook.foreseeBytes(bare + (bytes * units) / sum(sample.map((each) => each.units)));
  return new Map(pairs);
}

/** @returns records from the whole list, at least one, whose texts take about so many units. */
function spread(all: readonly Texts[], mostUnits: number): Texts[] {
  const heavy = all.filter(({ units }) => units > 0);
  const average = sum(heavy.map(({ units }) => units)) / heavy.length;
  const count = Math.min(heavy.length, Math.max(1, Math.floor(mostUnits / average)));
  const chosen = Array.from({ length: count }, (_, at) => heavy[Math.floor((at * heavy.length) / count)]);
  let left = mostUnits;
  return chosen.flatMap((each, at) => {
    left -= each?.units ?? 0;
    return each && (at === 0 || left >= 0) ? [each] : [];
  });
}

function bareBytes({ type, relationships, attributes }: Resource, fields: Sizing['fields']): number {
  const isShown = (name: string) => fields.get(type)?.has(name) ?? true;
  const countOf = (members: object) => Object.keys(members).filter(isShown).length;
  return countOf(relationships) * BYTES_PER_RELATIONSHIP + countOf(attributes) * BYTES_PER_ATTRIBUTE;
}

/** A function returns the body as a text in JSON, in which quotation marks and backslashes are escaped again. */
const addedBytes = (before: ShownRecord, after: ShownRecord): number =>
  sum(
    Object.entries(after.fields).map(([name, value]) =>
      name in before.fields ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(value))),
    ),
  );

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
