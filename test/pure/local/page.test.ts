/** What the page at /_local keeps of the work of a stage. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../bin/local/observed/message.ts';
import type { Observation } from '../../../bin/local/observed/observation.ts';
import type { StreamRecord } from '../../../bin/local/observed/stream-record.ts';
import { Recorder, subjectOf } from '../../../bin/local/page/recorder.ts';
import { Revision } from '../../../bin/local/page/revision.ts';
import { newEventWork } from '../../../shared/webhooks/deliveries/event-work.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const EVENT = 'evt_00000000-0000-4000-8000-000000000001';
const KEY = { pk: 'track-assets#7', sk: 'validation' };
const good = { payload: 'null', isError: false };
const broken = {
  payload: JSON.stringify({ errorType: 'TypeError', errorMessage: 'a secret', trace: [] }),
  isError: true,
};

function recording() {
  const clock = { now: () => NOW, at: () => () => {} };
  const recorder = new Recorder({ clock, shortName: (name) => name, onChange: () => {} });
  return { recorder, see: (...all: Observation[]) => all.forEach(recorder.observe) };
}

const message = (body: object, rest: Partial<Message> = {}): Message => ({
  id: 'message-1',
  body: JSON.stringify(body),
  attributes: undefined,
  group: undefined,
  sentAt: NOW,
  visibleAt: NOW,
  receiveCount: 1,
  firstReceivedAt: undefined,
  position: 'none',
  ...rest,
});

function change(images: { OldImage?: object; NewImage?: object }): StreamRecord {
  const wire = Object.entries(images).map(([name, row]) => [name, marshall(row)]);
  const dynamodb = { SequenceNumber: '1', ApproximateCreationDateTime: 1000, ...Object.fromEntries(wire) };
  return { dynamodb, eventSourceARN: 'stream' };
}

const put = (id = EVENT): Observation => ({
  is: 'put',
  event: { id: 'of the bus', detail: { id, type: 'webhook.test', data: { a: 'secret' } } },
  bus: 'bus',
  targets: 1,
});

/** A row of work, in the form of its kind. */
const work = (more: object = {}) => ({
  ...KEY,
  assetId: '7',
  ownerId: '1',
  position: 0,
  nextAttemptAt: '2026-11-20T12:00:00.000Z',
  claimedUntil: null,
  dueKind: 'asset-validation',
  dueShard: 'due#1',
  dueAt: '2026',
  ...more,
});

const hopsOf = ({ recorder }: ReturnType<typeof recording>, of: 'events' | 'work') =>
  recorder.trails
    .list(of)
    .map(({ status, hops }) => [status, ...hops.map(({ what, text }) => `${what}: ${text}`)]);

describe('the activity record of a stage', () => {
  it('keeps the last 200 requests and events, and the first and last hops of an event', () => {
    const { recorder, see } = recording();
    for (let index = 1; index <= 500; index += 1) {
      const path = `/labels/${index}/${'x'.repeat(1000)}`;
      see({ is: 'responded', method: 'GET', path, status: 200, startedAt: 0, milliseconds: 1 });
      see(put(`evt_00000000-0000-4000-8000-${String(index).padStart(12, '0')}`));
    }
    expect([recorder.requests.length, recorder.requests[0]?.path.length]).toEqual([200, 150]);
    expect(recorder.trails.list('events')).toHaveLength(200);
    for (let index = 1; index <= 500; index += 1)
      see({
        is: 'sent',
        queue: `queue ${index}`,
        message: message({ eventId: 'evt_00000000-0000-4000-8000-000000000500' }),
      });
    const [trail] = recorder.trails.list('events').filter(({ id }) => id.endsWith('500'));
    expect(trail).toMatchObject({ dropped: 441 });
    expect(trail?.hops.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['in queue 1', 'in queue 500']),
    );
  });

  it('contains no bodies and no error messages', () => {
    const all = recording();
    const sent = message({ detail: { id: EVENT, data: 'secret' } });
    all.see(put(), { is: 'sent', queue: 'Webhook', message: sent });
    all.see({ is: 'received', queue: 'Webhook', messages: [sent], functionArn: 'send' });
    all.see({
      is: 'processed',
      messages: [sent],
      failed: new Set([sent.id]),
      functionArn: 'send',
      outcome: broken,
      startedAt: 0,
    });
    expect(hopsOf(all, 'events')).toEqual([
      [
        'under way',
        'bus: on bus, for 1 target',
        'message: in Webhook',
        'receive: send, receive 1: failed with TypeError',
      ],
    ]);
    expect(JSON.stringify(all.recorder.trails.list('events'))).not.toContain('secret');
  });

  it('follows an event from its row to the results of its attempts', () => {
    const all = recording();
    const event = {
      id: EVENT,
      type: 'webhook.test',
      createdAt: '2026-11-20T11:59:59.000Z',
      ownerId: '1',
      data: {},
    } as const;
    const now = new Date('2026-11-20T12:00:00.000Z');
    const { record } = newEventWork(event, ['5'], now);
    const row = (delivery: object, more: object = {}) => ({
      pk: `webhook-events#${EVENT}`,
      sk: '#',
      owner: '1',
      version: 1,
      slim: { '~': 'older' },
      counts: {},
      rest: { ...record.fields, deliveries: { 5: { ...record.fields.deliveries['5'], ...delivery } } },
      position: 0,
      nextAttemptAt: now.toISOString(),
      claimedUntil: null,
      ...more,
    });
    const written = change({ NewImage: row({}, { causes: 'webhook-events' }) });
    all.see({ is: 'read', records: [written] });
    all.see(put(), {
      is: 'delivered',
      records: [written],
      done: 1,
      functionArn: 'publish',
      outcome: good,
      startedAt: NOW - 1,
    });
    const begun = { attempts: 1, position: 1 };
    const failed = {
      ...begun,
      failureReason: 'status',
      lastResponseStatus: 500,
      nextAttemptAt: '2026-11-20T12:00:02.000Z',
    };
    const second = { ...failed, attempts: 2, position: 2 };
    const done = { ...second, status: 'succeeded', failureReason: null, lastResponseStatus: 204 };
    const steps = [{}, begun, failed, second, done];
    const records = steps
      .slice(1)
      .map((step, index) => change({ OldImage: row(steps[index] ?? {}), NewImage: row(step) }));
    all.see({ is: 'read', records });
    expect(hopsOf(all, 'events')).toEqual([
      [
        'done',
        `row: webhook-events#${EVENT}, version 1`,
        'change: seen by publish',
        'bus: on bus, for 1 target',
        'attempt: endpoint 5, attempt 1: status 500, again after 2 s',
        'attempt: endpoint 5, attempt 2: status 204',
        'end: delivered to every endpoint',
      ],
    ]);
  });

  it('follows work from row to end, even if the row stays', () => {
    for (const after of [undefined, { ...KEY, assetId: '7' }]) {
      const all = recording();
      const started = change({ NewImage: work({ causes: 'work' }) });
      const sent = message({ assetId: '7', attempt: 0 }, { visibleAt: NOW + 2000 });
      all.see({ is: 'read', records: [started] }, { is: 'sent', queue: 'Validation', message: sent });
      all.see({
        is: 'read',
        records: [
          change({
            OldImage: work(),
            NewImage: work({ position: 1, nextAttemptAt: '2026-11-20T12:00:05.000Z' }),
          }),
        ],
      });
      all.see({
        is: 'read',
        records: [change({ OldImage: work({ position: 1 }), ...(after && { NewImage: after }) })],
      });
      expect(hopsOf(all, 'work')).toEqual([
        [
          'done',
          'row: track-assets#7 validation',
          'message: in Validation, visible after 2 s',
          'attempt: attempt 1 made, again after 5 s',
          `end: ${after ? 'no longer due' : 'row deleted'}`,
        ],
      ]);
    }
  });

  it('counts failed deliveries of a change and says when it is given up', () => {
    const all = recording();
    const records = [change({ NewImage: work({ causes: 'work' }) })];
    const failed: Observation = {
      is: 'delivered',
      records,
      done: 0,
      functionArn: 'publish',
      outcome: broken,
      startedAt: 0,
    };
    all.see({ is: 'read', records }, failed, failed, { is: 'given-up', records, queue: 'ChangeDeadLetters' });
    const [trail] = all.recorder.trails.list('work');
    expect(trail).toMatchObject({ status: 'dead letter' });
    expect(trail?.hops).toContainEqual(
      expect.objectContaining({ what: 'change', text: 'publish failed with TypeError', times: 2 }),
    );
  });

  it('shows a dead-lettered message and continues when it is redriven', () => {
    const all = recording();
    const dead = message({ eventId: EVENT }, { receiveCount: 30 });
    all.see(put(), { is: 'moved', queue: 'Dead', message: dead });
    expect(hopsOf(all, 'events')).toEqual([
      ['dead letter', 'bus: on bus, for 1 target', 'dead letter: in Dead, received 30 times'],
    ]);
    all.see({ is: 'sent', queue: 'Webhook', message: message({ eventId: EVENT }) });
    expect(all.recorder.trails.list('events')[0]?.status).toBe('under way');
  });

  it('ignores rows and messages of unknown formats', () => {
    const all = recording();
    all.see({ is: 'read', records: [change({ NewImage: { pk: 'nothing#1', sk: '#', causes: 'nothing' } })] });
    all.see({ is: 'sent', queue: 'Webhook', message: { ...message({}), body: 'nonsense' } });
    expect([hopsOf(all, 'events'), hopsOf(all, 'work')]).toEqual([[], []]);
    expect(subjectOf('nonsense')).toBe(undefined);
  });
});

describe('a revision', () => {
  it('is awaited until it grows, times out or ends', async () => {
    const revision = new Revision();
    const { signal } = new AbortController();
    const isWaiting = async (wait: Promise<void>) =>
      Promise.race([wait.then(() => false), new Promise((resolve) => setImmediate(resolve, true))]);
    expect(await isWaiting(revision.above(0, 60_000, signal))).toBe(false);
    const next = revision.above(revision.number, 60_000, signal);
    expect(await isWaiting(next)).toBe(true);
    const later = revision.above(revision.number + 1, 60_000, signal);
    revision.grow();
    await next;
    expect(await isWaiting(later)).toBe(true);
    await revision.above(revision.number, 1, signal);
    const last = revision.above(revision.number, 60_000, signal);
    revision.end();
    await last;
    await revision.above(revision.number, 60_000, signal);
  });
});
