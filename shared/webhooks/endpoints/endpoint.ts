/** Webhook endpoints in the pipeline: which events they get, and what enabling or disabling changes. */
import type { Fields, Stored } from '../../kit/declare/fields.ts';
import type { DomainEvent } from '../../kit/events/event.ts';
import { ownerKey, type RecordKey, recordKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import { disabledFields } from '../rules/disablers.ts';

const { type } = webhookEndpoints;

export type Endpoint = Stored<typeof webhookEndpoints>;
export type EndpointFields = Fields<typeof webhookEndpoints>;

export const endpointKey = (id: string): RecordKey => recordKey(type, id);

/** @returns the ids of all endpoints of the user. Eventually consistent. */
export async function endpointIdsOf(table: Table, userId: string): Promise<string[]> {
  const entries = await table.query({ index: 'by-owner', partition: ownerKey(userId, type) });
  return entries.map(({ pk }) => String(pk).slice(type.length + 1));
}

/** Whether it subscribed to the event and was active when the event happened (specification 4.13). */
export function isAddressed({ fields }: Endpoint, { type: eventType, createdAt }: DomainEvent): boolean {
  const { events, 'last-pause': pause } = fields;
  const isDisabled = fields['disabled-at'] !== null && fields['disabled-at'] <= createdAt;
  const wasPaused = pause !== null && pause.from <= createdAt && createdAt < pause.to;
  const isSubscribed = events.some((each) => each === eventType);
  return isSubscribed && fields['created-at'] <= createdAt && !isDisabled && !wasPaused;
}

/**
 * The fields that change when the owner changes `is-active` (specification 3.6).
 * @param at when the endpoint is enabled or disabled.
 */
export function activationChanges(
  fields: EndpointFields,
  isActive: boolean,
  at: string,
): Partial<EndpointFields> {
  if (!isActive) return disabledFields({ by: 'owner', at });
  return {
    'is-active': true,
    'disabled-at': null,
    'disabled-by': null,
    'disabled-reason': null,
    'last-pause': { from: fields['disabled-at'] ?? at, to: at },
    'consecutive-failures': 0,
    'failing-since': null,
    'last-failure': null,
    'slow-seconds': null,
  };
}
