/** Creates events from changed records. */
import type { EventTable, PayloadOf } from '../declare/event-definition.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { DomainEvent } from './event.ts';
import { eventIdOf } from './event-id.ts';

type Timed = StoredRecord & { readonly fields: { readonly 'updated-at': string } };

/** Creates an event of a table, with the payload of its type. */
export type Made<E extends EventTable> = <T extends keyof E & string>(
  after: Timed,
  type: T,
  data: PayloadOf<E, T>,
) => DomainEvent;

/**
 * @param after the changed record.
 * @example const event: Made<typeof usageEvents> = made;
 */
export const made = (after: Timed, type: string, data: DomainEvent['data']): DomainEvent => ({
  id: eventIdOf(after, type),
  type,
  createdAt: after.fields['updated-at'],
  ownerId: after.ownerId,
  data,
});
