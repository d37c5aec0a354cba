/** What a type of event is: each feature declares its own, by type, in its `events.ts`. */
import * as v from 'valibot';

interface EventDefinition {
  /** The `data` that a receiver gets. */
  readonly payload: v.GenericSchema<unknown, unknown>;
  /** When the event is sent, for the API reference: a sentence without its full stop. */
  readonly cause: string;
}

export type EventTable = Readonly<Record<string, EventDefinition>>;

export type PayloadOf<E extends EventTable, T extends keyof E> = v.InferOutput<E[T]['payload']>;

/** Ids are numbers in payloads, unlike in documents. */
export const numericId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
