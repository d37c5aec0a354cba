/** The requests counted on an album, and conditions that the counts have not changed. */
import { type Condition, equal } from '../../kit/table/expressions.ts';
import { recordKey } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Album } from '../api/albums.ts';

const OPEN = 'distribution-requests.album.open';
const SENT = 'distribution-requests.album.sent';
const SENT_DELIVERIES = 'distribution-requests.album.sent-deliveries';
const PENDING = 'deliveries.album.pending';

const countIn = ({ counts = {} }: Pick<Album, 'counts'>, name: string): number => counts[name] ?? 0;

export const requestsOf = (album: Pick<Album, 'counts'>) => ({
  open: countIn(album, OPEN),
  sentDeliveries: countIn(album, SENT_DELIVERIES),
});

/** Fails if a request was made or decided, or a delivery ended, since the album was read. */
export const requestsUnchanged = (album: Album): Write => ({
  check: recordKey(album.type, album.id),
  condition: { all: [OPEN, SENT, SENT_DELIVERIES, PENDING].map((name) => countIs(album, name)) },
});

const countIs = (album: Album, name: string): Condition => {
  const count = countIn(album, name);
  const is = equal(['counts', name], count);
  return count === 0 ? { any: [{ missing: ['counts', name] }, is] } : is;
};

/** Whether stores have the album or are about to get it. False after a takedown. */
export function isInDistribution(album: Album): boolean {
  const { 'live-dsps': live, 'last-status': status } = album.fields;
  const isSent = countIn(album, SENT) > 0 && status === 'approved';
  const isOnItsWay = isSent || (countIn(album, PENDING) > 0 && status !== 'taken_down');
  return countIn(album, OPEN) > 0 || live.length > 0 || isOnItsWay;
}
