/** Finds the source of records without separate rows. */
import type { RecordSource } from '../../declare/record-source.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Context } from '../context.ts';

/**
 * @returns undefined for records with rows.
 * @throws Error if the function's handler does not list the feature of the type.
 */
export function sourceOf(
  { api }: Pick<Context, 'api'>,
  { type }: Pick<Resource, 'type'>,
): RecordSource | undefined {
  const source = api.sources[type];
  if (!source && api.keys[type]?.within)
    throw new Error(`The feature with the source of ${type} is missing in the handler of this group.`);
  return source;
}
