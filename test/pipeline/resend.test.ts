/** The operator's command that delivers an event again. */
import { describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { eventKey } from '../../shared/webhooks/deliveries/event-record.ts';
import {
  announce,
  askForTest,
  delivery,
  endpointResponding,
  pass,
  patch,
  publish,
  remove,
  rowOf,
  settle,
  stored,
  sweep,
  theWire,
  usePipeline,
} from './pipeline.ts';

usePipeline();

const resend = (eventId: string, endpoint?: string) =>
  operate({
    command: 'resend-event',
    positionals: [eventId],
    arguments: endpoint === undefined ? {} : { endpoint },
    actor: 'test',
  });

const AGAIN = 'pending again: the next attempt is made immediately';

/** What the command reports about each delivery. */
const resultsOf = (outcome: unknown): string[] =>
  Object(outcome).result.deliveries.map(({ result }: { result: string }) => result);

/** Attempts until the schedule ends. */
async function fail(): Promise<void> {
  for (const gap of [0, 5, 300, 1800]) {
    pass(gap);
    await sweep();
    await settle();
  }
}

describe('resend-event', () => {
  it('delivers a successful event again under the same id, and closes it again', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    expect(await resend(id)).toEqual({
      result: {
        event: id,
        type: 'album.status_changed',
        deliveries: [{ endpoint: endpoint.id, result: AGAIN }],
      },
    });
    expect(await delivery(id)).toMatchObject({ status: 'pending', attempts: 1, position: 0 });
    expect(await rowOf(eventKey(id))).not.toHaveProperty('expires');
    await settle();
    expect(endpoint.received.map(({ headers }) => headers['service-event-id'])).toEqual([id, id]);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(await rowOf(eventKey(id))).toHaveProperty('expires');
  });

  it('restarts the schedule of a failed delivery', async () => {
    const endpoint = await endpointResponding(500);
    const { id } = announce();
    await fail();
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 4 });
    await resend(id);
    await fail();
    expect(await delivery(id)).toMatchObject({ status: 'failed', attempts: 8 });
    expect(endpoint.received).toHaveLength(8);
  });

  it('is completed by the sweep if its message is lost', async () => {
    const endpoint = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await resend(id);
    theWire().messages.length = 0;
    await sweep();
    await settle();
    expect(endpoint.received).toHaveLength(2);
  });

  it('delivers to only one endpoint if it is named', async () => {
    const first = await endpointResponding(204);
    const second = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await resend(id, second.id);
    await settle();
    expect([first.received.length, second.received.length]).toEqual([1, 2]);
  });

  it('leaves pending deliveries and disabled or deleted endpoints unchanged, and reports them', async () => {
    const pending = await endpointResponding(500);
    const disabled = await endpointResponding(204);
    const deleted = await endpointResponding(204);
    const { id } = announce();
    await settle();
    await patch(disabled.id, { 'is-active': false });
    await remove(deleted.id);
    const before = await stored(id);
    const outcome = await resend(id);
    expect(resultsOf(outcome)).toEqual([
      expect.stringMatching(/^not sent: still pending, with the next attempt at 20/),
      'not sent: the endpoint is disabled',
      'not sent: the endpoint was deleted',
    ]);
    expect(await stored(id)).toEqual(before);
    expect(pending.received).toHaveLength(1);
  });

  it('recovers an event whose only message is lost', async () => {
    const endpoint = await endpointResponding(204);
    const eventId = await askForTest(endpoint.id);
    expect(resultsOf(await resend(eventId))).toEqual([AGAIN]);
    await settle();
    // The message was not lost but late.
    await publish(eventId);
    await settle();
    expect(endpoint.received).toHaveLength(1);
    expect(await delivery(eventId)).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  it.each([
    ['an unknown event', 'evt_00000000-0000-4000-8000-000000000000', undefined, /^There is no event/],
    ['a malformed event id', '17', undefined, /must be the id of an event/],
  ])('is rejected for %s', async (_, id, endpoint, detail) => {
    expect(await resend(id, endpoint)).toEqual({
      problems: [{ code: expect.any(String), detail: expect.stringMatching(detail) }],
    });
  });

  it('is rejected for an endpoint to which the event is not addressed', async () => {
    await endpointResponding(204);
    const { id } = announce();
    await settle();
    expect(await resend(id, '17')).toEqual({
      problems: [{ code: 'unknown_record', detail: `The event ${id} is not addressed to the endpoint 17.` }],
    });
  });
});
