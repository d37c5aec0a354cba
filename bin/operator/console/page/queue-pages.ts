/** Reads the pages of a queue, for its list and for the way from one release to the next. */
import { isOpenState } from '../../../../shared/distribution/rules/review-states.ts';
import { run } from './api.ts';
import { addRows, moveAfter, type Queue, replaceRows } from './queues.ts';
import type { ReviewPage, ReviewRow } from './reviews.ts';

export const PAGE = 50;

/** @param after where it begins; null for the first page. */
export function pageOf(queue: Queue, after: string | null, limit = PAGE): Promise<ReviewPage> {
  const { state, type, sort, organization, clean } = queue;
  const search = queue.search.trim();
  return run('list-reviews', {
    state,
    limit: String(limit),
    ...(isOpenState(state) && { sort }),
    ...(search !== '' && { search }),
    ...(type !== '' && { type }),
    ...(organization !== '' && { organization }),
    ...(clean && isOpenState(state) && { clean }),
    ...(after !== null && { after }),
  });
}

/** @returns the request after this one, also on the next page; after the last one, the first; undefined if there is no other. */
export async function nextInQueue(queue: Queue, id: string): Promise<ReviewRow | undefined> {
  const isIn = queue.rows.some((row) => row.id === id);
  const next = moveAfter(queue, id);
  if (next) return next;
  if (isIn && queue.after !== null) {
    const page = await pageOf(queue, queue.after);
    addRows(queue, page.items);
    queue.after = page.after;
    const more = moveAfter(queue, id);
    if (more) return more;
  }
  const page = await pageOf(queue, null);
  replaceRows(queue, page.items);
  queue.after = page.after;
  queue.place = Math.max(
    0,
    page.items.findIndex((row) => row.id !== id),
  );
  return page.items.find((row) => row.id !== id);
}
