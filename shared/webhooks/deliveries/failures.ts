/** Rows beside an endpoint with its deliveries that were given up, so that these are found without reading events. */
import { type Key, tableShape } from '../../kit/table/keys.ts';
import type { Write } from '../../kit/table/write.ts';
import { failureKey } from '../keys.ts';
import { type EventRecord, historyEnds } from './event-record.ts';

/** @returns the writes that go with a change of an event. @param before undefined for a new one. */
export function failureWrites(before: EventRecord | undefined, after: EventRecord): Write[] {
  const [old, current] = [before ? failureKeys(before) : [], failureKeys(after)];
  const expires = historyEnds(after.fields['created-at']);
  return [
    ...without(current, old).map((key) => ({
      put: { ...key, eventId: after.id, [tableShape.timeToLive]: expires },
    })),
    ...without(old, current).map((key) => ({ delete: key })),
  ];
}

const failureKeys = ({ id, fields }: EventRecord): Key[] =>
  Object.entries(fields.deliveries).flatMap(([endpointId, delivery]) =>
    delivery.status === 'failed' && delivery.failedAt !== undefined
      ? [failureKey(endpointId, delivery.failedAt, id)]
      : [],
  );

const without = (keys: readonly Key[], others: readonly Key[]): Key[] =>
  keys.filter(({ pk, sk }) => !others.some((other) => other.pk === pk && other.sk === sk));
