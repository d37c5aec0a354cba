/** Where the records of a type are found when they have no separate rows. */
import type { RecordSource } from '../../declare/record-source.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Context } from '../context.ts';

/**
 * @returns undefined for records with rows.
 * @throws Error when the feature of the type is missing in the function's handler.
 */
export function sourceOf(
  { api }: Pick<Context, 'api'>,
  { type }: Pick<Resource, 'type'>,
): RecordSource | undefined {
  const source = api.sources[type];
  if (!source && api.keys[type]?.within)
    throw new Error(`The source of ${type} is in a feature that the handler of this group does not list.`);
  return source;
}
