/** Webhooks of a table that was restored to an earlier time: the queue is empty, and the stage has gone on since. */
import { describe, expect, it } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { receiver } from '../support/receivers.ts';
import {
  announce,
  askForTest,
  delivery,
  endpointResponding,
  pass,
  publish,
  queue,
  register,
  run,
  settle,
  usePipeline,
} from './pipeline.ts';
import { saveStage } from './saved-stage.ts';

usePipeline();

/** Restores the rows as they were, without messages. */
async function restore(putBack: () => Promise<void>): Promise<void> {
  await putBack();
  queue().lose();
}

const reindex = async () =>
  expect(await operate({ command: 'reindex', arguments: {}, actor: 'test' })).toHaveProperty('result');

describe('a restored table', () => {
  it('redelivers an event that waits for its next attempt, under the same id', async () => {
    const { received } = await endpointResponding(500, 204, 204);
    const { id } = announce();
    await settle();
    const putBack = await saveStage({ queues: queue() });
    await run(2);
    expect((await delivery(id)).status).toBe('succeeded');
    await restore(putBack);
    await run(2);
    expect(await delivery(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual([id, id, id]);
  });

  it('delivers an event whose first attempt was running, after reindex', async () => {
    let whileRunning: (() => Promise<void>) | undefined;
    const receiving = await receiver(async (_request, response) => {
      whileRunning ??= await saveStage({ queues: queue() });
      response.writeHead(204).end();
    });
    await register(`https://127.0.0.1:${receiving.port}/`);
    const { id } = announce();
    await settle();
    expect((await delivery(id)).status).toBe('succeeded');
    if (!whileRunning) throw new Error('There was no attempt.');
    await restore(whileRunning);
    await run(30);
    expect((await delivery(id)).status).toBe('pending');
    // It may still be running.
    await reindex();
    await run(2);
    expect((await delivery(id)).status).toBe('pending');
    pass(3600);
    await reindex();
    await run(2);
    expect((await delivery(id)).status).toBe('succeeded');
  });

  it('delivers a test event whose message is lost, after reindex', async () => {
    const { id: endpointId } = await endpointResponding(204);
    const id = await askForTest(endpointId);
    const putBack = await saveStage({ queues: queue() });
    await publish(id);
    await settle();
    await restore(putBack);
    pass(7200);
    await reindex();
    await run(2);
    expect((await delivery(id)).status).toBe('succeeded');
  });
});
