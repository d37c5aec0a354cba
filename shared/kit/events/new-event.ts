/** Creates events from changed records. */
import { createHash } from 'node:crypto';
import type { EventTable, PayloadOf } from '../declare/event-definition.ts';
import type { StoredRecord } from '../declare/fields.ts';
import type { DomainEvent } from './event.ts';

type Timed = StoredRecord & { readonly fields: { readonly 'updated-at': string } };

/** Creates an event of a table, with the payload of its type. */
export type NewEvent<E extends EventTable> = <T extends keyof E & string>(
  after: Timed,
  type: T,
  data: PayloadOf<E, T>,
) => DomainEvent;

/**
 * @param after the changed record.
 * @example const event: NewEvent<typeof usageEvents> = newEvent;
 */
export const newEvent = (after: Timed, type: string, data: DomainEvent['data']): DomainEvent => ({
  id: eventIdOf(after, type),
  type,
  createdAt: after.fields['updated-at'],
  ownerId: after.ownerId,
  data,
});

/**
 * Derives the id from the change, so that reading the stream twice yields the same event.
 * @internal @param after the record after the change. Each version is written only once.
 */
export function eventIdOf({ type, id, version }: StoredRecord, eventType: string): string {
  const hash = createHash('sha256').update([type, id, version, eventType].join('\n')).digest('hex');
  // UUID version 8 (RFC 9562, section 5.8), whose bits are free except for version and variant.
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `evt_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
