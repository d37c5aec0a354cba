/** An event on its way: what publish-changes puts on the bus, and what send-webhooks takes from its queue. */
import * as v from 'valibot';
import type { Json } from '../table/item.ts';
import { eventTypes } from './catalogue.ts';

export const eventSchema = v.object({
  /** `evt_` and a UUID. */
  id: v.pipe(v.string(), v.startsWith('evt_')),
  type: v.picklist(eventTypes),
  /** When the change happened, ISO 8601 UTC. */
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** The user whose record changed: only endpoints of theirs are told. */
  ownerId: v.pipe(v.string(), v.nonEmpty()),
  /** The payload of the type (specification 6.4). */
  data: v.custom<{ readonly [name: string]: Json }>((value) => typeof value === 'object' && value !== null),
});

export type DomainEvent = v.InferOutput<typeof eventSchema>;
