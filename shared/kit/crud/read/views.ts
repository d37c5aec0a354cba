/** Applies the view of a type to all records shown. */
import type { Definitions } from '../../declare/definitions.ts';
import type { Entry, ShownRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { apartKeys, apartNames, apartUnits, withApart } from '../../records/apart.ts';
import type { Context } from '../context.ts';

/** @returns the entries that the caller may see, with the fields by which the caller may filter and sort. */
export async function visible<E extends Entry>(
  context: Pick<Context, 'api' | 'table' | 'now'>,
  { type }: Resource,
  entries: readonly E[],
): Promise<readonly E[]> {
  const view = context.api.views[type];
  if (!view?.visible || entries.length === 0) return entries;
  const seen = new Map((await view.visible(entries, context)).map(({ id, fields }) => [id, fields]));
  return entries.flatMap((entry) => {
    const fields = seen.get(entry.id);
    if (!fields) return [];
    return fields === entry.fields ? [entry] : [{ ...entry, fields }];
  });
}

export interface Completion {
  /** Sparse fieldsets by type. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** A single record is read with strong consistency. */
  readonly isSingle: boolean;
}

/** @returns the records with attributes that are stored elsewhere. */
export async function completed(
  context: Pick<Context, 'table' | 'now'> & { readonly api: Pick<Definitions, 'views'> },
  resource: Resource,
  { records, fields, isSingle }: Completion & { readonly records: readonly ShownRecord[] },
): Promise<readonly ShownRecord[]> {
  const shown = fields.get(resource.type);
  const shows = (name: string) => shown?.has(name) ?? true;
  const keys = apartKeys(resource, records, shows);
  const rows = keys.length > 0 ? await context.table.getMany(keys, isSingle) : [];
  const whole = apartNames(resource).length > 0 ? withApart(resource, records, { rows, shows }) : records;
  const view = context.api.views[resource.type];
  if (!view?.complete || whole.length === 0) return whole;
  const { table, now } = context;
  return view.complete(whole, { table, now, shows, isConsistent: isSingle });
}

/** @returns the read units of `completed` for one record. */
export function unitsToComplete(
  { api }: Pick<Context, 'api'>,
  resource: Resource,
  { record, fields }: Pick<Completion, 'fields'> & { readonly record: ShownRecord },
): number {
  const shown = fields.get(resource.type);
  const shows = (name: string) => shown?.has(name) ?? true;
  return apartUnits(resource, record, shows) + (api.views[resource.type]?.unitsOf?.(record, shows) ?? 0);
}

/** @returns the attributes with separate rows, of which those that are often in the record come last. */
export const heavyNames = ({ attributes }: Resource): string[] =>
  Object.entries(attributes)
    .filter(
      ([, { apart, kept, readable, writable }]) =>
        apart || (!kept && readable === 'always' && writable !== 'never'),
    )
    .toSorted(
      ([, left], [, right]) => Number(left.apart === 'when-long') - Number(right.apart === 'when-long'),
    )
    .map(([name]) => name);
