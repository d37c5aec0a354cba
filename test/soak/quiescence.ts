/**
 * Waits until a stage without traffic has nothing left to do, as operators see it: npm run operate -- status.
 */
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import type { Soak } from './soak.ts';

const queueSchema = v.looseObject({
  queue: v.string(),
  waiting: v.optional(v.number(), 0),
  delayed: v.optional(v.number(), 0),
  'in-flight': v.optional(v.number(), 0),
  'dead-letters': v.number(),
});
const kindSchema = v.looseObject({
  kind: v.string(),
  waiting: v.number(),
  running: v.number(),
  scheduled: v.number(),
});
const statusSchema = v.looseObject({ queues: v.array(queueSchema), work: v.array(kindSchema) });

/** Folds of lists wait for up to an hour, and requests for a day until their review is late. */
const WAIT_LONG = ['list-fold', 'request-review'];
const POLL_MILLISECONDS = 2000;
/** How often in a row it must be quiet: changes may be between the stream and a queue. */
const QUIET_LOOKS = 4;

/** @returns whether it became quiet, and if not, what waits. */
export async function quiescence(soak: Soak, limitSeconds: number): Promise<string | undefined> {
  const until = Date.now() + limitSeconds * 1000;
  let waiting = '';
  let last = '';
  for (let quiet = 0; quiet < QUIET_LOOKS; ) {
    waiting = await whatWaits(soak);
    quiet = waiting === '' ? quiet + 1 : 0;
    if (waiting !== last) console.log(`Waiting for ${waiting || 'nothing'}.`);
    last = waiting;
    if (Date.now() > until) return waiting;
    await wait(POLL_MILLISECONDS);
  }
  return undefined;
}

async function whatWaits({ operator }: Soak): Promise<string> {
  const { queues, work } = v.parse(statusSchema, await operator.must(['status']));
  const messages = queues.flatMap((each) => {
    // A message whose function has crashed stays in flight for minutes. Only those of events have no row
    // until then.
    const count = each.waiting + each.delayed + (each.queue === 'Webhook' ? each['in-flight'] : 0);
    return count > 0 ? [`${count} messages of ${each.queue}`] : [];
  });
  const kinds = work.flatMap(({ kind, waiting, running, scheduled }) => {
    const count = waiting + running + (WAIT_LONG.includes(kind) ? 0 : scheduled);
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return [...messages, ...kinds].join(', ');
}

/** @returns the number of dead letters by queue. */
export async function deadLetters({ operator }: Soak): Promise<ReadonlyMap<string, number>> {
  const { queues } = v.parse(statusSchema, await operator.must(['status']));
  return new Map(
    queues.flatMap((each) => (each['dead-letters'] > 0 ? [[each.queue, each['dead-letters']]] : [])),
  );
}
