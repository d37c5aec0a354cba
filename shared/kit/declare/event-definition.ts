/** A type of event. Each feature declares its own in `events.ts`. */
import * as v from 'valibot';

interface EventDefinition {
  /** The `data` of the event. */
  readonly payload: v.GenericSchema<unknown, unknown>;
  /** When the event is sent, as a sentence without a period for the API reference. */
  readonly cause: string;
}

export type EventTable = Readonly<Record<string, EventDefinition>>;

export type PayloadOf<E extends EventTable, T extends keyof E> = v.InferOutput<E[T]['payload']>;

/** Unlike in documents, ids are numbers in payloads. */
export const numericId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
