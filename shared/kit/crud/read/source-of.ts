/** Finds the source of records without separate rows. */
import { keyRowOf } from '../../declare/api.ts';
import type { RecordSource } from '../../declare/record-source.ts';
import type { Resource } from '../../declare/resource.ts';
import type { Context } from '../context.ts';

/**
 * @returns undefined for records with rows.
 * @throws Error if the function's handler does not list the feature of the type.
 */
export function sourceOf({ api }: Pick<Context, 'api'>, resource: Resource): RecordSource | undefined {
  const source = api.sources[resource.type];
  if (!source && keyRowOf(api, resource).within)
    throw new Error(
      `The feature with the source of ${resource.type} is missing in the handler of this group.`,
    );
  return source;
}
