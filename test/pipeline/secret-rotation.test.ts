/** Rotations of the stage's secret, as an endpoint and its owner see them. */
import { expect, test } from 'vitest';
import { handler as operate } from '../../functions/operate/handler.ts';
import { recordOf } from '../../shared/kit/records/rows.ts';
import { sealedUnder } from '../../shared/platform/secret-box.ts';
import { webhookEndpoints } from '../../shared/webhooks/api/webhook-endpoints.ts';
import { endpointKey } from '../../shared/webhooks/endpoints/endpoint.ts';
import { verifiedEvent } from '../support/verified-event.ts';
import { announce, ask, endpointResponding, pass, patch, rowOf, settle, usePipeline } from './pipeline.ts';

usePipeline();

/** @returns the time from which all functions use the new version. */
async function rotate(version: number): Promise<void> {
  const outcome = await operate({ command: 'rotate-stage-secret', actor: 'test' });
  expect(outcome).toMatchObject({ result: { version } });
  pass(16 * 60);
}

const versionOf = async (id: string): Promise<number> =>
  sealedUnder(recordOf(webhookEndpoints, await rowOf(endpointKey(id))).fields['signing-secret']);

test('endpoints keep their signing secret across rotations, and the next write reseals it', async () => {
  const endpoint = await endpointResponding(204);
  const signsWith = async (secret: string) => {
    const { id } = announce();
    await settle();
    const request = endpoint.received.at(-1);
    const signature = String(request?.headers['service-signature']);
    expect(verifiedEvent(request?.body ?? '', signature, secret)).toMatchObject({ id });
  };
  const headers = { 'idempotency-key': 'across' };
  const data = {
    type: 'webhook-endpoints',
    attributes: { url: 'https://127.0.0.1/', events: ['delivery.created'] },
  };
  const post = { method: 'POST', path: '/webhook-endpoints', body: { data }, headers };
  const first = await ask(201, post);

  await rotate(2);
  await signsWith(endpoint.secret);
  await rotate(3);
  await signsWith(endpoint.secret);
  expect(await versionOf(endpoint.id)).toBe(1);

  await patch(endpoint.id, { description: 'Written again' });
  expect(await versionOf(endpoint.id)).toBe(3);
  await signsWith(endpoint.secret);

  await rotate(4);
  const path = `/webhook-endpoints/${endpoint.id}/rotate-secret`;
  const rotated = (await ask(200, { method: 'POST', path })).body.data.attributes['signing-secret'];
  expect(await versionOf(endpoint.id)).toBe(4);
  await signsWith(rotated);

  expect((await ask(201, post)).body.data.id).toBe(first.body.data.id);
  const other = { data: { ...data, attributes: { ...data.attributes, description: 'Other' } } };
  expect((await ask(422, { ...post, body: other })).body.errors[0].code).toBe('idempotency_key_reused');
});
