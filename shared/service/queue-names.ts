/** Addresses of all queues of a stage, for commands of operators. */
import * as v from 'valibot';
import { environment } from '../platform/settings.ts';

const namesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.strictTuple([v.string(), v.string()])),
);

interface QueueAddresses {
  readonly queueUrl: string;
  readonly deadLetterUrl: string;
}

/** Of the dead letters of changes, which come from the stream of the table and not from a queue. */
export const changeDeadLetterUrl = (): string => environment('CHANGE_DEAD_LETTER_URL');

/** @returns the queues of work by name. */
export function workQueueAddresses(): ReadonlyMap<string, QueueAddresses> {
  const changes = changeDeadLetterUrl();
  // All queues of a stage are in one account and region, so their addresses differ only in the name.
  const urlOf = (name: string) => changes.slice(0, changes.lastIndexOf('/') + 1) + name;
  const names = Object.entries(v.parse(namesSchema, environment('QUEUE_NAMES')));
  return new Map(
    names.map(([queue, [name, deadLetterName]]) => [
      queue,
      { queueUrl: urlOf(name), deadLetterUrl: urlOf(deadLetterName) },
    ]),
  );
}
