/** A type of event. Each feature declares its own in `events.ts`. */
import * as v from 'valibot';

type Payload = v.GenericSchema<unknown, unknown>;

interface EventDefinition<S extends Payload = Payload> {
  /** The `data` of the event. */
  readonly payload: S;
  /** When the event is sent, as a sentence without a period for the API reference. */
  readonly cause: string;
  /** For the documentation, and the payload of tests of this type. Its ids are 0, which no record has. */
  readonly example: v.InferOutput<S>;
  /** The day from which it is sent. */
  readonly since: string;
}

/**
 * @example
 * event({ payload: v.object({ id: numericId }), cause: 'Made', example: { id: 0 }, since: '2026-11-22' })
 */
export const event = <const S extends Payload>(definition: EventDefinition<S>): EventDefinition<S> =>
  definition;

export type EventTable = Readonly<Record<string, EventDefinition>>;

export type PayloadOf<E extends EventTable, T extends keyof E> = v.InferOutput<E[T]['payload']>;

/** Unlike in documents, ids are numbers in payloads. */
export const numericId = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
