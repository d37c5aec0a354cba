/** An event on the bus and in the queue of send-webhooks. */
import * as v from 'valibot';
import type { Json } from '../table/item.ts';

/** @returns the schema of an event. It does not check payloads, because the compiler and tests do. */
export const eventSchemaOf = <T extends string>(types: readonly T[]) =>
  v.object({
    /** `evt_` followed by a UUID. */
    id: v.pipe(v.string(), v.startsWith('evt_')),
    type: v.picklist(types),
    /** Time of the change, ISO 8601 in UTC. */
    createdAt: v.pipe(v.string(), v.isoTimestamp()),
    /** The user whose record changed. Only this user's endpoints receive the event. */
    ownerId: v.pipe(v.string(), v.nonEmpty()),
    /** The payload (specification 6.4). */
    data: v.custom<{ readonly [name: string]: Json }>((value) => typeof value === 'object' && value !== null),
  });

export type DomainEvent<T extends string = string> = v.InferOutput<ReturnType<typeof eventSchemaOf<T>>>;
