/** Says in one sentence why an album is where it is, and what it waits for. Pure. */
import { writtenTime } from '../../kit/values/written-time.ts';
import type { AlbumStatus } from '../../reference/rules/album-statuses.ts';
import type { RequestStatus, RequestType } from './distribution.ts';

export interface StandingRequest {
  readonly id: string;
  readonly type: RequestType;
  readonly status: RequestStatus;
  /** The reason of the last decision. */
  readonly reason: string | null;
  /** The time of the last decision, or of the request. */
  readonly since: string;
}

/** The last delivery to a DSP. */
interface StandingDelivery {
  readonly dsp: string | null;
  readonly status: 'pending' | 'sent' | 'error';
  readonly report: 'completed' | 'rejected' | 'skipped' | null;
  /** Whether a store that did not get it has rejected it. */
  readonly isRejected: boolean;
  readonly reason: string | null;
  /** What delivers the album after all. */
  readonly resolve: string | null;
  readonly 'next-attempt-at': string | null;
}

export interface AlbumFacts {
  readonly status: AlbumStatus;
  readonly liveOn: readonly string[];
  /** Sentences. */
  readonly missing: readonly string[];
  /** Titles of the tracks whose video master is not valid, with its status. */
  readonly unready: readonly { readonly title: string; readonly status: string }[];
  readonly request: StandingRequest | undefined;
  readonly deliveries: readonly StandingDelivery[];
}

export function albumStanding(facts: AlbumFacts): string {
  return ofOpenRequest(facts) ?? ofDeliveries(facts) ?? ofStatus(facts);
}

function ofOpenRequest({ request, missing, unready }: AlbumFacts): string | undefined {
  if (request?.status !== 'preapproved' && request?.status !== 'pending') return undefined;
  const { id, type, since } = request;
  const its = `The ${type} request ${id}`;
  if (type !== 'takedown') {
    const [master] = unready;
    const lacks = [
      ...missing,
      ...(master ? [`The video master of the track "${master.title}" is ${master.status}.`] : []),
    ];
    if (lacks.length > 0) return `${its} cannot be approved yet: ${some(lacks)}`;
  }
  return request.status === 'preapproved'
    ? `${its} has waited for its owner to approve it since ${writtenTime(since)}.`
    : `${its} has waited for a review since ${writtenTime(since)}.`;
}

function ofDeliveries({ status, deliveries }: AlbumFacts): string | undefined {
  const failing = deliveries.filter(isFailing);
  const retried = failing.find((each) => each.status === 'pending');
  if (retried) {
    const { dsp, reason, 'next-attempt-at': next } = retried;
    return `The delivery to DSP ${dsp} is attempted again${next ? ` at ${writtenTime(next)}` : ''}. The last attempt failed: ${reason}`;
  }
  const pending = deliveries.filter((each) => each.status === 'pending');
  if (pending.length > 0) return `The delivery to ${dsps(pending)} has not finished yet.`;
  const [failed] = failing;
  if (!failed || status === 'rejected' || status === 'taken_down') return undefined;
  const verb = failed.isRejected ? 'rejected the last delivery' : 'did not get the last delivery';
  const others = failing.length > 1 ? ` Also failing: ${dsps(failing.slice(1))}.` : '';
  const next = failed.resolve === null ? '' : ` To resolve it: ${failed.resolve}.`;
  return `DSP ${failed.dsp} ${verb}: ${failed.reason ?? 'without a reason.'}${next}${others}`;
}

const isFailing = ({ status, report, reason }: StandingDelivery): boolean =>
  status === 'error' || report === 'rejected' || (status === 'pending' && reason !== null);

function ofStatus({ status, request, missing, liveOn, deliveries }: AlbumFacts): string {
  if (status === 'rejected')
    return `The last request was rejected: ${request?.reason ?? 'without a reason.'}`;
  if (status === 'taken_down') return 'Nothing is stuck. The album was taken down from all stores.';
  if (status === 'draft') {
    return missing.length > 0
      ? `The album is a draft that cannot be distributed yet: ${some(missing)}`
      : 'The album is a complete draft. Its owner has not requested its distribution.';
  }
  const silent = deliveries.filter((each) => each.status === 'sent' && each.report === null);
  const where = liveOn.length > 0 ? `The album is on ${dspList(liveOn)}.` : 'The album is on no DSP.';
  if (silent.length > 0) return `${where} It waits for the report of ${dsps(silent)}.`;
  return `Nothing is stuck. ${where}`;
}

const dspList = (ids: readonly (string | null)[]): string =>
  `${ids.length === 1 ? 'DSP' : 'DSPs'} ${ids.join(', ')}`;

const dsps = (deliveries: readonly StandingDelivery[]): string => dspList(deliveries.map(({ dsp }) => dsp));

const some = ([first = '', ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} (${others.length} more)` : first;
