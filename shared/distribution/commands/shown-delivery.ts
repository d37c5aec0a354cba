/** Deliveries as shown to operators. */

import { findRecords } from '../../kit/records/store.ts';
import { readable } from '../../kit/table/damaged-rows.ts';
import type { Table } from '../../kit/table/table.ts';
import type { Delivery } from '../api/deliveries.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';
import { deliveryListOf, hasFailed, isRejected } from '../rules/delivery-lists.ts';
import type { DeliveryFailure } from '../rules/distribution.ts';
import { wayOut } from '../rules/ways-out.ts';
import { storeWork } from '../work/store-work.ts';

export async function shownDeliveries(table: Table, deliveries: readonly Delivery[]) {
  const failing = deliveries.filter(({ fields }) => deliveryListOf(fields) === 'failing');
  const [works, requests] = await Promise.all([worksOf(table, deliveries), requestsOf(table, failing)]);
  return deliveries.map((delivery) => {
    const { id, fields } = delivery;
    return {
      id,
      dsp: fields.dsp,
      type: fields.type,
      status: fields.status,
      'created-at': fields['created-at'],
      date: fields.date,
      report: fields.report,
      failure: failureOf(delivery),
      reason: fields.errors ?? fields['report-reason'] ?? fields['last-error'],
      attempts: hasAttempts(fields) ? (fields.attempts ?? works.get(id)?.position ?? null) : null,
      'next-attempt-at': works.get(id)?.nextAttemptAt ?? null,
      'replaced-by': fields['replaced-by'],
      resolve: resolution(delivery, requests.get(fields['distribution-request'])),
    };
  });
}

/** Attempts of accepted deliveries are omitted. */
const hasAttempts = (fields: Delivery['fields']): boolean => fields.status === 'pending' || hasFailed(fields);

async function worksOf(table: Table, deliveries: readonly Delivery[]) {
  const pending = deliveries.filter(({ fields }) => fields.status === 'pending');
  const keys = pending.map(({ id }) => storeWork.key(id));
  const works = readable(table, await table.getMany(keys, true), storeWork.read);
  return new Map(works.map((work) => [work.deliveryId, work]));
}

async function requestsOf(table: Table, deliveries: readonly Delivery[]) {
  const ids = deliveries.flatMap(({ fields }) => fields['distribution-request'] ?? []);
  const requests = await findRecords({ table }, distributionRequests, [...new Set(ids)]);
  return new Map<string | null, DistributionRequest>(requests.map((request) => [request.id, request]));
}

const failures: Readonly<Record<DeliveryFailure, string>> = {
  rejected: 'rejected by the store',
  impossible: 'could not be sent',
  exhausted: 'all attempts failed',
};

/** @returns null for a delivery that has not failed, and for one in error that an earlier version has ended. */
function failureOf({ fields }: Pick<Delivery, 'fields'>): string | null {
  const { status, failure, 'last-error': lastError } = fields;
  if (isRejected(fields)) return failures.rejected;
  if (status === 'pending') return lastError === null ? null : 'the last attempt failed';
  return failure && failures[failure];
}

/** @returns what delivers the album after all, or null if nothing has to be done. */
function resolution(
  { fields }: Pick<Delivery, 'fields'>,
  request: DistributionRequest | undefined,
): string | null {
  const { album, dsp, type, status } = fields;
  if (deliveryListOf(fields) !== 'failing' || !request || album === null || dsp === null) return null;
  return wayOut({ type, status, album, dsp, request: { id: request.id, status: request.fields.status } });
}
