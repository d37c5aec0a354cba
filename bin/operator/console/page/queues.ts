/** The lists of requests, which stay as a reviewer left them while a release is open. */
import { reactive } from 'vue';
import type { RequestType } from '../../../../shared/distribution/rules/distribution.ts';
import {
  type ReviewState,
  reviewSorts,
  reviewStates,
} from '../../../../shared/distribution/rules/review-states.ts';
import { requestTypes } from '../../../../shared/reference/rules/request-types.ts';
import { fragmentOf } from './places.ts';
import type { ReviewRow } from './reviews.ts';

export interface Queue {
  readonly state: ReviewState;
  search: string;
  type: RequestType | '';
  sort: (typeof reviewSorts)[number];
  /** The id of an organization, or nothing. */
  organization: string;
  /** Whether only requests without anything missing or warning are shown. */
  clean: boolean;
  rows: readonly ReviewRow[];
  /** Where the next page begins; null at the end. */
  after: string | null;
  /** The index of the current row. */
  place: number;
}

const FIRST = 'to-review';
const queues = new Map<ReviewState, Queue>();
let latest: ReviewState = FIRST;

/** What a reviewer takes to the next page: the next request, and what was just done. */
export const following = { id: '', said: '' };

/** @returns what was just done, for the first page that asks. */
export function takeSaid(): string {
  const { said } = following;
  following.said = '';
  return said;
}

/** Makes it the latest one. @param state such as held, of an address; the queue to review if it names none. */
export function openQueue(state: string): Queue {
  latest = reviewStates.find((each) => each === state) ?? FIRST;
  const queue = queues.get(latest) ?? newQueue(latest);
  queues.set(latest, queue);
  return queue;
}

/** @returns the one that the reviewer has seen last, without opening it. */
export const latestQueue = (): Queue => queues.get(latest) ?? newQueue(latest);

type Filters = Pick<Queue, (typeof filterNames)[number]>;

const filterNames = ['search', 'type', 'sort', 'organization', 'clean'] as const;
const noFilters: Filters = { search: '', type: '', sort: 'age', organization: '', clean: false };

const newQueue = (state: ReviewState): Queue =>
  reactive({
    state,
    ...noFilters,
    rows: [],
    after: null,
    place: 0,
  });

/** @returns its address, with the filters. */
export function queueFragment({ state, search, type, sort, organization, clean }: Queue): string {
  const given = {
    search: search.trim(),
    type,
    sort: sort === 'age' ? '' : sort,
    organization,
    clean: clean ? 'yes' : '',
  };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== '')).toString();
  return `${fragmentOf('reviews', state)}${query === '' ? '' : `?${query}`}`;
}

/** @returns the address of a queue, as it was left if it was opened. */
export const fragmentOfState = (state: ReviewState): string =>
  queueFragment(queues.get(state) ?? newQueue(state));

/** Takes the filters of an address. Without any, the queue stays as it was left. */
export function applyFilters(queue: Queue, query: string): void {
  if (query === '') return;
  const given = new URLSearchParams(query);
  const filters: Filters = {
    search: given.get('search') ?? '',
    type: requestTypes.find((each) => each === given.get('type')) ?? '',
    sort: reviewSorts.find((each) => each === given.get('sort')) ?? 'age',
    organization: given.get('organization') ?? '',
    clean: given.get('clean') === 'yes',
  };
  const isSame = filterNames.every((name) => filters[name] === queue[name]);
  if (!isSame) Object.assign(queue, { ...filters, rows: [], after: null, place: 0 });
}

/** Replaces the rows, and stays on the same request, wherever it then is. Otherwise, stays at the same index. */
export function replaceRows(queue: Queue, rows: readonly ReviewRow[]): void {
  const current = queue.rows[queue.place]?.id;
  const index = rows.findIndex(({ id }) => id === current);
  queue.rows = rows;
  queue.place = index >= 0 ? index : Math.min(queue.place, Math.max(0, rows.length - 1));
}

/** Adds a page. Rows can have moved into it since the one before. */
export function addRows(queue: Queue, rows: readonly ReviewRow[]): void {
  const known = new Set(queue.rows.map(({ id }) => id));
  queue.rows = [...queue.rows, ...rows.filter(({ id }) => !known.has(id))];
}

/** Moves to the request after this one. @returns undefined at the end, or if the request is not in the queue. */
export function moveAfter(queue: Queue, id: string): ReviewRow | undefined {
  const index = queue.rows.findIndex((row) => row.id === id);
  const next = index < 0 ? undefined : queue.rows[index + 1];
  if (next) queue.place = index + 1;
  return next;
}
