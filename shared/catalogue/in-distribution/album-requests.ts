/** The requests that an album counts, and the conditions that it still counts them when something is saved. */
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

/** Fails when a request was made or decided since, or a delivery has ended. The decision on the album is then repeated. */
export const requestsUnchanged = (album: Album): Write => ({
  check: recordKey(album.type, album.id),
  condition: { all: [OPEN, SENT, SENT_DELIVERIES, PENDING].map((name) => countIs(album, name)) },
});

const countIs = (album: Album, name: string): Condition => {
  const count = countIn(album, name);
  const is = equal(['counts', name], count);
  return count === 0 ? { any: [{ missing: ['counts', name] }, is] } : is;
};

/** Whether stores have the album, or it is on its way to them. An album that is taken down is not, even with pending deliveries. */
export function isInDistribution(album: Album): boolean {
  const { 'live-dsps': live, 'last-status': status } = album.fields;
  const isSent = countIn(album, SENT) > 0 && status === 'approved';
  const isOnItsWay = isSent || (countIn(album, PENDING) > 0 && status !== 'taken_down');
  return countIn(album, OPEN) > 0 || live.length > 0 || isOnItsWay;
}
