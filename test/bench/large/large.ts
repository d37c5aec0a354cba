/**
 * `npm run bench -- large`: one owner with 100,000 tracks and deliveries and 1,000,000 events, and what each of
 * its lists costs, with every filter, every sort, and the first, a deep and the last page. Then, what a
 * thousand such owners cost a month, and which quota they meet first.
 */
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { useOfDelivery } from '../delivery.ts';
import { forgetEverything } from '../in-process.ts';
import type { Figures, Report } from '../report.ts';
import type { Sizes } from './fill.ts';
import { type Filled, startFilled } from './filled.ts';
import { activitiesOf, costsOfMonth, type MeasuredUse } from './month.ts';
import { askFor, figuresOf, pagesOf } from './pages.ts';
import { listed, queriesOf } from './queries.ts';
import { quotasOf } from './quotas.ts';

export const sizesAt = (scale: number): Sizes => ({
  labels: Math.ceil(1000 * scale),
  artists: Math.ceil(10_000 * scale),
  albums: Math.ceil(10_000 * scale),
  tracksPerAlbum: 10,
  requestsPerAlbum: 1,
  deliveriesPerRequest: 10,
  events: Math.ceil(1_000_000 * scale),
});

/** @param scale 0.01 is an owner with 1,000 tracks. */
export async function large(scale: number): Promise<Report['tables']> {
  const filled = await startFilled(sizesAt(scale));
  const { figures, requests } = await costOfLists(filled, listed(definitions.resources));
  await filled.end();
  const activities = activitiesOf({ lists: requests, delivery: await useOfDelivery() });
  return {
    'List of a large owner': figures,
    'A month of 1,000 large owners': costsOfMonth(activities, filled.storedBytes / scale),
    'Quota of an account': quotasOf(activities),
  };
}

/** @returns the figures by query, and the requests that functions with the list in memory got. */
export async function costOfLists(
  filled: Filled,
  resources: readonly Resource[],
): Promise<{ readonly figures: Figures; readonly requests: readonly MeasuredUse[] }> {
  const figures: Record<string, Figures[string]> = {};
  const requests: MeasuredUse[] = [];
  // Some lists read those of other types.
  await filled.fold(resources.map(({ type }) => type));
  for (const resource of resources) {
    const path = `/${resource.type}`;
    console.error(`Measuring: ${path}`);
    // A new function knows no list.
    forgetEverything();
    const read = await askFor(filled, path);
    const { deep, last } = await pagesOf(filled, path);
    const [among] = [...deep.data, ...last.data];
    for (const query of queriesOf(resource, among)) {
      const pages = await pagesOf(filled, query.path);
      figures[query.name] = figuresOf(pages, query.path === path ? read : undefined);
      requests.push({ ...pages.first.use, cpuMicroseconds: pages.first.cpuMicroseconds });
    }
  }
  return { figures, requests };
}
