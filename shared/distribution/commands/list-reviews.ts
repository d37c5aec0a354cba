/** Lists requests for reviewers: the undecided ones in the order of their choice, the others newest first. */
import type { Album } from '../../catalogue/api/albums.ts';
import { albums } from '../../catalogue/api/albums.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { findInOrder, findRecords } from '../../kit/records/store.ts';
import { sortableId } from '../../kit/table/keys.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import type { listReviews } from '../commands.ts';
import { openRequestIds } from '../review/open-requests.ts';
import { type ReviewRow, reviewRows } from '../review/review-rows.ts';
import { isOpenState, statusOf } from '../rules/review-states.ts';

type Given = ArgumentsOf<typeof listReviews>;

export const run: Run<typeof listReviews> = (given, operation) =>
  isOpenState(given.state) ? openPage(given, operation) : decidedPage(given, operation);

/** All are read, because they are few, and everything is searched and sorted. */
async function openPage(given: Given, operation: Operation) {
  const { ids, isWhole } = await openRequestIds(operation, statusOf(given.state));
  const requests = await findInOrder(operation, distributionRequests, ids);
  const found = await withAlbums(operation, requests);
  const sorted = found
    .map((each) => ({ ...each, position: positionOf(each, given.sort) }))
    .filter(({ position }) => given.after === undefined || position > given.after)
    .toSorted((left, right) => (left.position < right.position ? -1 : 1));
  const rows = await matchingRows(operation, given, sorted);
  const page = rows.slice(0, given.limit);
  const after = rows.length > page.length ? (page.at(-1)?.position ?? null) : null;
  return { items: page.map(({ row }) => row), after, 'all-searched': isWhole };
}

interface Reviewed {
  readonly request: DistributionRequest;
  readonly album: Album | undefined;
}

interface Positioned extends Reviewed {
  readonly position: string;
}

const positionOf = ({ request, album }: Reviewed, sort: Given['sort']): string =>
  sort === 'age'
    ? sortableId(request.id)
    : `${album?.fields.release_date ?? '9999-99-99'}#${sortableId(request.id)}`;

const BATCH = 100;

/** @returns one more than the page has, if there are more. */
async function matchingRows(operation: Operation, given: Given, all: readonly Positioned[]) {
  const rows: { row: ReviewRow; position: string }[] = [];
  for (let start = 0; start < all.length && rows.length <= given.limit; start += BATCH) {
    const some = all.slice(start, start + BATCH);
    const shown = await reviewRows(operation, some);
    rows.push(
      ...shown
        .map((row, index) => ({ row, position: some[index]?.position ?? '' }))
        .filter(({ row }) => row.state === given.state && matches(row, given)),
    );
  }
  return rows;
}

/** Of a search among decided requests. */
const MAX_PAGES = 10;

async function decidedPage(given: Given, operation: Operation) {
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

function matches(row: ReviewRow, { search, type }: Given): boolean {
  if (type !== undefined && row.type !== type) return false;
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
