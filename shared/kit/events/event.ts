/** An event on its way: what publish-changes puts on the bus, and what send-webhooks takes from its queue. */
import * as v from 'valibot';
import type { Json } from '../table/item.ts';

/** @returns the form of an event on the wire. Payloads are checked where events are made: by the compiler, and by tests. */
export const eventSchemaOf = <T extends string>(types: readonly T[]) =>
  v.object({
    /** `evt_` and a UUID. */
    id: v.pipe(v.string(), v.startsWith('evt_')),
    type: v.picklist(types),
    /** When the change happened, ISO 8601 UTC. */
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    /** The user whose record changed: only endpoints of that user are told. */
    ownerId: v.pipe(v.string(), v.nonEmpty()),
    /** The payload of the type (specification 6.4). */
    data: v.custom<{ readonly [name: string]: Json }>((value) => typeof value === 'object' && value !== null),
  });

export type DomainEvent<T extends string = string> = v.InferOutput<ReturnType<typeof eventSchemaOf<T>>>;
