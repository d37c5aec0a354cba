/** Says what to request instead of a list that has too many records. */
import type { Resource } from '../../declare/resource.ts';
import type { ReadQuery } from '../../jsonapi/query.ts';
import { TooManyRecords } from '../../lists/owned-entries.ts';
import { problem } from '../../values/problems.ts';
import type { Source } from './listing.ts';

interface Asked {
  readonly resource: Resource;
  readonly query: Pick<ReadQuery, 'filters'>;
  readonly source: Pick<Source, 'is'>;
}

/** @returns the error of a list, with advice for the type that was asked for. It may be read from another. */
export function withAdvice(error: unknown, asked: Asked): unknown {
  if (!(error instanceof TooManyRecords)) return error;
  const [{ code, detail } = {}] = error.problems;
  return code ? problem(code, `${detail} ${adviceFor(asked, error.type)}`) : error;
}

/** @param type of which there are too many. */
function adviceFor({ resource, query: { filters }, source }: Asked, type: string): string {
  const counting = filters.filter(
    ({ filter: { from, field } }) => from === 'count' && resource.relationships[field]?.type === type,
  );
  if (counting.length > 0) return `Omit ${counting.map(({ name }) => name).join(' and ')}.`;
  const asked = new Set(filters.map(({ filter }) => filter.field));
  const narrowing = Object.entries(resource.filters).flatMap(([name, { from, via, field }]) =>
    source.is === 'owned' && from === 'links' && via === undefined && !asked.has(field)
      ? [`filter[${name}]`]
      : [],
  );
  return narrowing.length > 0 ? `Narrow it with ${narrowing.join(' or ')}.` : 'Read records by their ids.';
}
