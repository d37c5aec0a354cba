/** Requests that wait for a decision, for operators. */
import { albums } from '../../catalogue/api/albums.ts';
import type { Operation } from '../../kit/commands/operation.ts';
import type { WaitingList } from '../../kit/commands/waiting.ts';
import { findInOrder, findRecords } from '../../kit/records/store.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { openRequestIds } from '../review/open-requests.ts';
import { type ReviewRow, reviewRows } from '../review/review-rows.ts';
import type { ReviewState } from '../rules/review-states.ts';

/** @param limit of each status. @returns oldest first. */
export async function waitingRequests(operation: Operation, limit: number): Promise<WaitingList> {
  const lists = await Promise.all(
    (['pending', 'preapproved'] as const).map((status) => openRequestIds(operation, status)),
  );
  const ids = lists.flatMap((list) => list.ids.slice(0, limit));
  const requests = await findInOrder(operation, distributionRequests, ids);
  const named = requests.flatMap(({ fields }) => fields.album ?? []);
  const records = await findRecords(operation, albums, named);
  const byId = new Map<string | null, (typeof records)[number]>(records.map((album) => [album.id, album]));
  const rows = await reviewRows(
    operation,
    requests.map((request) => ({ request, album: byId.get(request.fields.album) })),
  );
  return {
    items: rows.flatMap(waiting),
    isWhole: lists.every((list) => list.isWhole && list.ids.length <= limit),
  };
}

const kinds: Partial<
  Record<ReviewState, { readonly what: string; readonly resolve: (id: string) => string }>
> = {
  'to-review': {
    what: 'request to review',
    resolve: (id) => `approve-request ${id} or reject-request ${id} --reason REASON`,
  },
  held: {
    what: 'request with a recording of another owner',
    resolve: (id) => `show-request ${id}, then approve-request ${id} or reject-request ${id} --reason REASON`,
  },
  waiting: {
    what: 'request without valid video masters',
    resolve: (id) => `ask the owner for a valid master, or reject-request ${id} --reason REASON`,
  },
  preapproved: {
    what: 'request that its owner has to preapprove',
    resolve: (id) => `ask the owner to preapprove it, or reject-request ${id} --reason REASON`,
  },
};

const waiting = (row: ReviewRow) => {
  const kind = kinds[row.state];
  if (!kind) return [];
  const { id, type, title, since } = row;
  const of = row['organization-name'] ?? `user ${row.user}`;
  return [
    { what: kind.what, id, since, about: `${type} of "${title ?? ''}" by ${of}`, resolve: kind.resolve(id) },
  ];
};
