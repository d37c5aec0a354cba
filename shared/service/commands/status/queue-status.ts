/** The numbers of messages in all queues and their dead-letter queues. */
import * as v from 'valibot';
import { letterCount, messageCounts } from '../../../platform/queue/message-counts.ts';
import { environment } from '../../../platform/settings.ts';

const namesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.strictTuple([v.string(), v.string()])),
);

export async function queueStatus() {
  const names = v.parse(namesSchema, environment('QUEUE_NAMES'));
  const changes = environment('CHANGE_DEAD_LETTER_URL');
  // All queues of a stage are in one account and region, so their addresses differ only in the name.
  const urlOf = (name: string) => changes.slice(0, changes.lastIndexOf('/') + 1) + name;
  const work = Object.entries(names).map(async ([queue, [name, deadLetterName]]) => {
    const [counts, letters] = await Promise.all([
      messageCounts(urlOf(name)),
      letterCount(urlOf(deadLetterName)),
    ]);
    const { waiting, delayed, inFlight } = counts;
    return { queue, waiting, delayed, 'in-flight': inFlight, 'dead-letters': letters };
  });
  // Changes come from the stream of the table, which is not a queue.
  const ofChanges = async () => ({ queue: 'Change', 'dead-letters': await letterCount(changes) });
  return Promise.all([...work, ofChanges()]);
}
