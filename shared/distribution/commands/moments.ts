/** What happened to requests and deliveries, and when, for operators. */
import type { Album } from '../../catalogue/api/albums.ts';
import type { Delivery } from '../api/deliveries.ts';
import type { DistributionRequest } from '../api/distribution-requests.ts';
import { decisionWords } from '../rules/decision-words.ts';
import type { ReleaseChange } from '../rules/release-changes.ts';
import { storeReport } from '../store-report.ts';

export interface Moment {
  readonly at: string;
  readonly what: string;
  readonly type: string;
  readonly id: string;
  readonly album: string | null;
  /** Who did it, and why. */
  readonly actor?: string;
  readonly detail?: string | null;
}

export function requestMoments({ type, id, ownerId, fields }: DistributionRequest): Moment[] {
  const { album, decisions, 'request-type': requestType, 'created-at': createdAt } = fields;
  const about = { type, id, album };
  return [
    { at: createdAt, what: `${requestType} requested`, ...about, actor: `user ${ownerId}` },
    ...decisions.map(({ at, decision, actor, reason }) => ({
      at,
      what: `${requestType} ${decisionWords(decision)}`,
      ...about,
      actor,
      detail: reason,
    })),
  ];
}

/** What the owner has changed while the album was requested. */
export const changeMoment = ({ type, id }: Album, { at, actor, what }: ReleaseChange): Moment => ({
  at,
  what: 'release changed',
  type,
  id,
  album: id,
  detail: what,
  ...(actor !== null && { actor }),
});

export function deliveryMoments({ type, id, fields }: Delivery): Moment[] {
  const { status, date, album } = fields;
  const report = storeReport(fields);
  const dsp = `DSP ${fields.dsp}`;
  const moment = (at: string | null, what: string, detail: string | null): Moment[] =>
    at === null ? [] : [{ at, what, type, id, album, detail }];
  const isSkipped = report?.outcome === 'skipped';
  const failed = fields.failure === 'rejected' ? `delivery rejected by ${dsp}` : `delivery to ${dsp} failed`;
  return [
    ...moment(fields['created-at'], `delivery to ${dsp} created`, null),
    ...(status === 'sent' ? moment(date, `delivery to ${dsp} sent`, isSkipped ? 'skipped' : null) : []),
    ...(status === 'error' ? moment(date, failed, fields.errors) : []),
    ...(report && !isSkipped ? moment(report.at, `${report.outcome} by ${dsp}`, report.reason) : []),
  ];
}
