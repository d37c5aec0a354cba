/** How reviewers see requests. */
import type { RequestStatus } from './distribution.ts';

export const reviewStates = [
  'to-review',
  'held',
  'waiting',
  'preapproved',
  'approved',
  'rejected',
  'failed',
] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The states of undecided requests. */
export type OpenState = Extract<ReviewState, 'to-review' | 'held' | 'waiting'>;

export const reviewSorts = ['age', 'release-date'] as const;

const statuses = {
  'to-review': 'pending',
  held: 'pending',
  waiting: 'pending',
  preapproved: 'preapproved',
  approved: 'sent',
  rejected: 'rejected',
  failed: 'error',
} as const satisfies Readonly<Record<ReviewState, RequestStatus>>;

export const statusOf = (state: ReviewState): RequestStatus => statuses[state];

export const isOpenState = (state: ReviewState): state is OpenState => statuses[state] === 'pending';

/**
 * @param album how many of its videos have no valid master, and how many of its songs are held: recordings of another
 * owner and, on stages that hold them, those that cannot be compared.
 */
export function openStateOf(album: {
  readonly unreadyVideos: number;
  readonly heldSongs: number;
}): OpenState {
  if (album.heldSongs > 0) return 'held';
  return album.unreadyVideos > 0 ? 'waiting' : 'to-review';
}
