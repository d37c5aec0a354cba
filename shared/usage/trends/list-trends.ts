/** GET /tracks/{id}/trends, /albums/{id}/trends and /artists/{id}/trends. */
import { loadOwned } from '../../kit/crud/read/load.ts';
import { renderList } from '../../kit/crud/read/render.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import { listOf } from '../../kit/declare/filter.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { readQuery, sentValue } from '../../kit/jsonapi/query.ts';
import { trendRange } from './trend-range.ts';
import { trendRecord } from './trend-records.ts';
import { readTrends } from './trends.ts';

/** @param subjects the type whose records have trends. @param resource the type of the trends. */
export const listTrends =
  (subjects: Resource, resource: Resource) =>
  async (context: WriteContext, id: string): Promise<ApiResponse> => {
    const query = readQuery(context.request.query, resource, 'list');
    const filter = (name: string) => sentValue(query, name);
    const days = trendRange({ from: filter('date-from'), to: filter('date-to') }, context.now);
    const subject = await loadOwned(context, subjects, id);
    const { trends, total } = await readTrends(context.table, {
      subject,
      days,
      dsps: setOf(filter('dsp')),
      countries: setOf(filter('country')),
      page: query.page,
    });
    const records = trends.map((trend) => trendRecord(resource, subject, trend));
    return renderList(context, { resource, records, query, total });
  };

const setOf = (values: string | undefined): ReadonlySet<string> | undefined =>
  values === undefined ? undefined : new Set(listOf(values));
