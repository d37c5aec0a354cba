/** An event on its way: what publish-changes puts on the bus, and what send-webhooks takes from its queue. */
import * as v from 'valibot';
import type { PayloadOf } from '../../webhooks/rules/event-payloads.ts';
import { type EventType, eventTypes } from '../../webhooks/rules/event-types.ts';
import type { Json } from '../table/item.ts';

/** An event as read from the wire. Payloads are checked where events are made: by the compiler, and by tests. */
export const eventSchema = v.object({
  /** `evt_` and a UUID. */
  id: v.pipe(v.string(), v.startsWith('evt_')),
  type: v.picklist(eventTypes),
  /** When the change happened, ISO 8601 UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The user whose record changed: only endpoints of that user are told. */
  ownerId: v.pipe(v.string(), v.nonEmpty()),
  /** The payload of the type (specification 6.4). */
  data: v.custom<{ readonly [name: string]: Json }>((value) => typeof value === 'object' && value !== null),
});

export type DomainEvent = v.InferOutput<typeof eventSchema>;

/** An event of one type, as it is made: with the payload of the type. */
export interface EventOf<T extends EventType> extends Omit<DomainEvent, 'type' | 'data'> {
  readonly type: T;
  readonly data: PayloadOf<T>;
}

/** An event of any type, as it is made. */
export type MadeEvent = { readonly [T in EventType]: EventOf<T> }[EventType];
