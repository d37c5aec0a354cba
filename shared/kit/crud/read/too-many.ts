/** Says what to request instead of a list that has too many records. */
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import { TooManyRecords } from '../../lists/owned-entries.ts';
import { problem } from '../../values/problems.ts';
import type { Source } from './listing.ts';

interface Request {
  readonly resource: Resource;
  readonly query: Pick<ReadQuery, 'filters'>;
  readonly source: Pick<Source, 'is'>;
}

/** @returns the error of a list, with advice about the requested type. The records may be those of another type. */
export function withAdvice(error: unknown, request: Request): unknown {
  if (!(error instanceof TooManyRecords)) return error;
  const [{ code, detail } = {}] = error.problems;
  return code ? problem(code, `${detail} ${adviceFor(request, error.type)}`) : error;
}

/** @param type of which there are too many. */
function adviceFor({ resource, query: { filters }, source }: Request, type: string): string {
  const counting = filters.filter(
    ({ filter: { from, field } }) => from === 'count' && resource.relationships[field]?.type === type,
  );
  if (counting.length > 0) return `Omit ${counting.map(({ name }) => name).join(' and ')}.`;
  const used = new Set(filters.map(({ filter }) => filter.field));
  const narrowing = Object.entries(resource.filters).flatMap(([name, { from, via, field }]) =>
    source.is === 'owned' && from === 'links' && via === undefined && !used.has(field)
      ? [`filter[${name}]`]
      : [],
  );
  return narrowing.length > 0 ? `Narrow it with ${narrowing.join(' or ')}.` : 'Read records by their ids.';
}
