/** Examples of events start through the stream of a stage, as do events that are sent again. */
import { expect, it } from 'vitest';
import { eventually } from '../support/hand-made.ts';
import { emptyStage, newOrganization } from './shared-stage.ts';

it('the attempt of an example event starts within seconds', async () => {
  const stage = await emptyStage();
  const token = await newOrganization(stage, 'resend');
  const ask = async (method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const body = data && JSON.stringify({ data });
    return Object(await (await fetch(stage.url + path, { method, headers, ...(body && { body }) })).json());
  };
  const type = 'webhook-endpoints';
  // Nothing listens on this port.
  const attributes = { url: 'https://localhost:1/', events: ['delivery.created'] };
  const { id } = (await ask('POST', `/${type}`, { type, attributes })).data;
  const test = await ask('POST', `/${type}/${id}/test`, {
    type,
    attributes: { type: 'album.status_changed' },
  });
  const path = `/webhook-events/${test.data.id}`;
  const shown = async () => (await ask('GET', path)).data.meta.deliveries[0];
  await eventually(shown).toMatchObject({
    'endpoint-id': id,
    reason: 'unreachable',
    attempts: [{ status: null, reason: 'unreachable', excerpt: null }],
  });
  expect((await ask('POST', `${path}/resend`)).errors).toMatchObject([{ code: 'nothing_to_resend' }]);
  await fetch(`${stage.url}/${type}/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
});
