/** CPU of the sender for an event, in this process, with the table in another process and the receiver in a thread. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SQSRecord } from 'aws-lambda';
import { busEvent } from '../../bin/local/eventbridge/event.ts';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import { EVENT_SOURCE } from '../../shared/kit/events/event-source.ts';
import { forgetAll } from '../../shared/platform/once.ts';
import { events, type WebhookEvent } from '../../shared/webhooks/events.ts';
import { senderWith } from '../../shared/webhooks/sending/sender.ts';
import { call, newAdmin } from '../support/calls.ts';
import { certificates, distrustReceivers, trustReceivers } from '../support/receivers.ts';
import { startTable } from '../support/table.ts';

const INVOCATIONS = 60;
const TYPE = 'album.status_changed';

/** @param batch events of an invocation. @returns seconds of CPU for each event, of the fastest third. */
export async function eventTime(batch: number): Promise<number> {
  forgetAll();
  const end = await startTable();
  const { userId: ownerId, token } = await newAdmin();
  const thread = new Worker(new URL('./receiver-thread.ts', import.meta.url), { workerData: certificates });
  const [told]: { port?: number }[] = await once(thread, 'message');
  trustReceivers();
  const data = {
    type: 'webhook-endpoints',
    attributes: { url: `https://127.0.0.1:${told?.port}/`, events: [TYPE] },
  };
  await call(webhooks, 201, { method: 'POST', path: '/webhook-endpoints', token, body: { data } });
  // What the stage writes to its log is part of the work, and what this process writes is not read.
  const write = process.stdout.write;
  process.stdout.write = () => true;
  const send = senderWith();
  const seconds: number[] = [];
  for (let invocation = 0; invocation < INVOCATIONS; invocation++) {
    const Records = Array.from({ length: batch }, () => recordOf(ownerId));
    const before = process.threadCpuUsage();
    await send({ Records });
    const { user, system } = process.threadCpuUsage(before);
    seconds.push((user + system) / 1e6 / batch);
  }
  process.stdout.write = write;
  distrustReceivers();
  await thread.terminate();
  await end();
  return seconds.toSorted((left, right) => left - right)[INVOCATIONS / 3] ?? Number.NaN;
}

function recordOf(ownerId: string): SQSRecord {
  const event: WebhookEvent = {
    id: `evt_${randomUUID()}`,
    type: TYPE,
    createdAt: new Date().toISOString(),
    ownerId,
    data: events[TYPE].example,
  };
  const content = { source: EVENT_SOURCE, type: TYPE, detail: event, resources: [] };
  const body = JSON.stringify(busEvent({ ...content, time: Date.now() }));
  return { body, messageId: event.id } as SQSRecord;
}
