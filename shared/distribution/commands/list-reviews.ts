/** Lists requests for reviewers: the undecided ones in the order of their choice, the others newest first. */
import type { Album } from '../../catalogue/api/albums.ts';
import { albums } from '../../catalogue/api/albums.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { findInOrder, findRecords } from '../../kit/records/store.ts';
import { sortableId } from '../../kit/table/keys.ts';
import { batchesOf } from '../../platform/batches.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { lookersNow } from '../review/lookers.ts';
import { openRequestIds } from '../review/open-requests.ts';
import { type ReviewRow, reviewRows } from '../review/review-rows.ts';
import type { listReviews } from '../review-commands.ts';
import { isOpenState, statusOf } from '../rules/review-states.ts';

type Given = ArgumentsOf<typeof listReviews>;

export const run = (async (given, operation) => {
  if (!isOpenState(given.state)) return withLookers(await decidedPage(given, operation), new Map());
  const [page, lookers] = await Promise.all([openPage(given, operation), lookersNow(operation)]);
  return withLookers(page, lookers);
}) satisfies Run<typeof listReviews>;

const withLookers = (page: Page, lookers: ReadonlyMap<string, readonly string[]>) => ({
  ...page,
  items: page.items.map((row) => ({
    ...row,
    'looked-at-by': (lookers.get(row.id) ?? []).map((actor) => `operator ${actor}`),
  })),
});

interface Page {
  readonly items: readonly ReviewRow[];
  readonly after: string | null;
  readonly 'all-searched': boolean;
}

/** Sorted by age, only the requests of the page are read. Any other order needs all undecided ones. */
async function openPage(given: Given, operation: Operation): Promise<Page> {
  const { ids, isWhole } = await openRequestIds(operation, statusOf(given.state));
  const size = given.state === 'to-review' && isWholeList(given) ? given.limit + 1 : BATCH;
  const batches =
    given.sort === 'age'
      ? batchesByAge(operation, ids, { after: given.after, size })
      : batchesByRelease(operation, ids, { after: given.after, size });
  const found: Found[] = [];
  for await (const batch of batches) {
    found.push(...(await matching(operation, given, batch)));
    if (found.length > given.limit) break;
  }
  const page = found.slice(0, given.limit);
  const after = found.length > page.length ? (page.at(-1)?.position ?? null) : null;
  return { items: page.map(({ row }) => row), after, 'all-searched': isWhole };
}

interface Reviewed {
  readonly request: DistributionRequest;
  readonly album: Album | undefined;
}

/** A request in the order of the list. */
interface Positioned extends Reviewed {
  readonly position: string;
}

interface Found {
  readonly row: ReviewRow;
  readonly position: string;
}

/** Requests whose rows are made together, when few of them may be wanted. */
const BATCH = 100;

const isWholeList = ({ search, type, organization, clean }: Given): boolean =>
  search === undefined && type === undefined && organization === undefined && !clean;

interface Batching {
  readonly after: string | undefined;
  readonly size: number;
}

/** @param ids oldest first. */
async function* batchesByAge(
  operation: Operation,
  ids: readonly string[],
  { after = '', size }: Batching,
): AsyncGenerator<Positioned[]> {
  const rest = ids.filter((id) => sortableId(id) > after);
  for (const some of batchesOf(rest, size)) {
    const requests = await findInOrder(operation, distributionRequests, some);
    const reviewed = await withAlbums(operation, requests);
    yield reviewed.map((each) => ({ ...each, position: sortableId(each.request.id) }));
  }
}

async function* batchesByRelease(
  operation: Operation,
  ids: readonly string[],
  { after = '', size }: Batching,
): AsyncGenerator<Positioned[]> {
  const requests = await findInOrder(operation, distributionRequests, ids);
  const all = (await withAlbums(operation, requests))
    .map((each) => ({ ...each, position: releasePosition(each) }))
    .filter(({ position }) => position > after)
    .toSorted((left, right) => (left.position < right.position ? -1 : 1));
  yield* batchesOf(all, size);
}

const releasePosition = ({ request, album }: Reviewed): string =>
  `${album?.fields.release_date ?? '9999-99-99'}#${sortableId(request.id)}`;

async function matching(operation: Operation, given: Given, some: readonly Positioned[]): Promise<Found[]> {
  const rows = await reviewRows(operation, some);
  return some.flatMap(({ position }, index) => {
    const row = rows[index];
    return row?.state === given.state && matches(row, given) ? [{ row, position }] : [];
  });
}

/** How many pages a search among decided requests reads. */
const MAX_PAGES = 10;

async function decidedPage(given: Given, operation: Operation): Promise<Page> {
  const partitions = listPartitions(operation, distributionRequests, [statusOf(given.state)]);
  const items: ReviewRow[] = [];
  let after: string | null = given.after ?? null;
  let isWhole = true;
  for (let page = 1; items.length < given.limit; page++) {
    const limit = given.limit - items.length;
    const read = await newestPage(operation, distributionRequests, {
      partitions,
      limit,
      after: after ?? undefined,
    });
    const rows = await reviewRows(operation, await withAlbums(operation, read.records));
    items.push(...rows.filter((row) => row.state === given.state && matches(row, given)));
    after = read.after;
    if (after === null) break;
    isWhole = page < MAX_PAGES;
    if (!isWhole) break;
  }
  return { items, after, 'all-searched': isWhole };
}

async function withAlbums(
  operation: Operation,
  requests: readonly DistributionRequest[],
): Promise<Reviewed[]> {
  const ids = requests.flatMap(({ fields }) => fields.album ?? []);
  const records = await findRecords(operation, albums, ids);
  const byId = new Map<string | null, Album>(records.map((album) => [album.id, album]));
  return requests.map((request) => ({ request, album: byId.get(request.fields.album) }));
}

function matches(row: ReviewRow, { search, type, organization, clean }: Given): boolean {
  if (type !== undefined && row.type !== type) return false;
  if (organization !== undefined && row.organization !== organization) return false;
  if (clean && (row.missing || row.warnings)) return false;
  if (search === undefined) return true;
  const texts = [
    row.title,
    ...row.artists,
    row.label,
    row['organization-name'],
    row['upc-code'],
    row.id,
    row.album,
  ];
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
