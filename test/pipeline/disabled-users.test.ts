/** Webhook endpoints of users who are disabled, and endpoints that operators disable. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as webhooks } from '../../functions/webhooks/handler.ts';
import { users as userType } from '../../shared/accounts/api/users.ts';
import { changeAccess } from '../../shared/accounts/sign-in/access.ts';
import { changeRecord, storeOf } from '../../shared/kit/records/store.ts';
import { Table } from '../../shared/kit/table/table.ts';
import { api } from '../../shared/service/api.ts';
import { waitingEndpoints } from '../../shared/webhooks/commands/waiting-endpoints.ts';
import { claimed, saveEvent } from '../../shared/webhooks/deliveries/event-work.ts';
import { call, newAdmin, type Person, signIn } from '../support/calls.ts';
import { command, problemsOf } from '../support/distribution/stores.ts';
import { type Receiver, receiver } from '../support/receivers.ts';
import { announce, deliveries, now, pass, settle, stored, sweep, usePipeline } from './pipeline.ts';

usePipeline();

const table = () => new Table();
/** Only administrators have endpoints, and only operators disable them. */
let ada: Person;
beforeEach(async () => {
  ada = await newAdmin();
});

const register = (status: number, url: string) =>
  call(webhooks, status, {
    method: 'POST',
    path: '/webhook-endpoints',
    token: ada.token,
    body: { data: { type: 'webhook-endpoints', attributes: { url, events: ['album.status_changed'] } } },
  });

/** @param status of its responses. */
async function endpoint(status = 204): Promise<Receiver & { readonly id: string }> {
  const receiving = await receiver((_request, response) => void response.writeHead(status).end());
  const { body } = await register(201, `https://127.0.0.1:${receiving.port}/hook?token=quiet`);
  return { ...receiving, id: body.data.id };
}

const disable = () => command('disable-user', { 'user-id': ada.userId });
const enableAgain = () => command('disable-user', { 'user-id': ada.userId, enable: true });

const endpoints = async () => {
  const { items } = (await command('list-endpoints', { organization: ada.organizationId })) as {
    items: Record<string, unknown>[];
  };
  return items;
};

/** As an earlier version did, or a function that died after it had disabled the user. */
const disableUserAlone = () =>
  changeRecord(
    storeOf(api, { table: table(), now: now() }),
    { resource: userType, id: ada.userId },
    ({ fields }) => ({
      fields: { 'is-disabled': true },
      writes: [changeAccess(ada.userId, { role: fields.role, isDisabled: true })],
    }),
  );

const announced = () => announce({ ownerId: ada.userId });

/** Everything that could still be sent in a day. */
async function passDay(): Promise<void> {
  for (let hour = 0; hour < 24; hour++) {
    pass(3600);
    await sweep();
    await settle();
  }
}

describe('disabling a user', () => {
  it.each([
    ['by an operator', disable],
    ['by a function that dies right after it', disableUserAlone],
  ])('ends all deliveries, including waiting ones and retries: %s', async (_, end) => {
    const [first, second] = [await endpoint(500), await endpoint(500)];
    const retried = announced();
    await settle();
    expect([first.received.length, second.received.length]).toEqual([1, 1]);
    const waiting = announced();
    await end();
    const late = announced();
    await passDay();
    expect([first.received.length, second.received.length]).toEqual([1, 1]);
    const attempts = (await deliveries(retried.id)).map(({ status, attempts: made }) => [status, made]);
    expect(attempts).toEqual([
      ['failed', 1],
      ['failed', 1],
    ]);
    for (const { id } of [waiting, late])
      expect((await deliveries(id)).map(({ attempts: made }) => made)).not.toContain(1);
  });

  it('prevents another attempt at a delivery claimed by a crashed sender', async () => {
    const receiving = await endpoint(500);
    const { id } = announced();
    await settle();
    const event = await stored(id);
    if (!event) throw new Error('The event was stored.');
    const until = new Date(now().getTime() + 30_000);
    await saveEvent(
      { table: table(), now: now() },
      event,
      claimed(event, event.record.fields.deliveries, until),
    );
    await disable();
    await passDay();
    expect(receiving.received).toHaveLength(1);
  });

  it("disables the user's endpoints, which stay so when the user is enabled", async () => {
    const all = [];
    for (let made = 0; made < 5; made++) all.push(await endpoint());
    await disable();
    const disabled = { active: false, 'disabled-at': now().toISOString(), 'disabled-by': 'user' };
    expect(await endpoints()).toMatchObject(all.map(() => ({ ...disabled, 'user-disabled': true })));
    pass(60);
    await disable();
    await enableAgain();
    expect(await endpoints()).toMatchObject(all.map(() => ({ ...disabled, 'user-disabled': false })));
    announced();
    await passDay();
    expect(all.map(({ received }) => received.length)).toEqual([0, 0, 0, 0, 0]);
  });

  it('lets endpoints receive again once their owner has enabled them', async () => {
    const receiving = await endpoint();
    await disable();
    await enableAgain();
    const data = { type: 'webhook-endpoints', id: receiving.id, attributes: { 'is-active': true } };
    const token = await signIn(ada.email);
    const request = { method: 'PATCH', path: `/webhook-endpoints/${receiving.id}`, token };
    const { body } = await call(webhooks, 200, { ...request, body: { data } });
    expect(body.data.attributes).toMatchObject({ 'disabled-at': null, 'disabled-by': null });
    announced();
    await settle();
    expect(receiving.received).toHaveLength(1);
  });

  it.each([
    ['an operator who enables the user', enableAgain],
    ['an operator who disables the user again', disable],
    ['reindex', () => command('reindex', {})],
  ])('lets %s disable endpoints that stayed active', async (_, act) => {
    await endpoint();
    await disableUserAlone();
    expect(await endpoints()).toMatchObject([{ active: true }]);
    await act();
    expect(await endpoints()).toMatchObject([{ active: false, 'disabled-by': 'user' }]);
  });

  it('tells an operator who resends an event that the endpoint is disabled', async () => {
    const { id: endpointId } = await endpoint();
    const { id } = announced();
    await settle();
    await disableUserAlone();
    expect(await command('resend-event', { 'event-id': id })).toMatchObject({
      deliveries: [{ endpoint: endpointId, result: 'not sent: the endpoint is disabled' }],
    });
  });

  it.each([
    ['register', 'https://127.0.0.1:9/hook'],
    ['enable', undefined],
  ])('prevents an already admitted request that would %s an endpoint', async (_, url) => {
    const { id } = await endpoint();
    await command('disable-endpoint', { 'endpoint-id': id, reason: 'It moved.' });
    const { commit } = Table.prototype;
    const spy = vi.spyOn(Table.prototype, 'commit').mockImplementation(async function (
      this: Table,
      writes,
      ...more
    ) {
      if (JSON.stringify(writes).includes('webhook-endpoints#')) {
        spy.mockRestore();
        await disable();
      }
      return commit.call(this, writes, ...more);
    });
    if (url === undefined) {
      const data = { type: 'webhook-endpoints', id, attributes: { 'is-active': true } };
      const request = { method: 'PATCH', path: `/webhook-endpoints/${id}`, token: ada.token };
      await call(webhooks, 401, { ...request, body: { data } });
    } else await register(401, url);
    expect(await endpoints()).toMatchObject([{ id, active: false, 'disabled-by': 'operator' }]);
  });
});

describe('disable-endpoint', () => {
  it('stops an endpoint and tells its owner, who can enable it again, why', async () => {
    const receiving = await endpoint(500);
    announced();
    await settle();
    const reason = 'Its server belongs to somebody else now.';
    const at = now().toISOString();
    const shown = { id: receiving.id, user: ada.userId, active: false, 'disabled-by': 'operator' };
    const given = { 'endpoint-id': receiving.id, reason };
    expect(await command('disable-endpoint', given)).toMatchObject({ ...shown, 'disabled-reason': reason });
    pass(60);
    // Its first reason stays.
    expect(await command('disable-endpoint', { ...given, reason: 'Again.' })).toMatchObject({
      ...{ ...shown, 'disabled-reason': reason, 'disabled-at': at },
      url: `https://127.0.0.1:${receiving.port}/hook`,
    });
    const path = `/webhook-endpoints/${receiving.id}`;
    const { body } = await call(webhooks, 200, { path, token: ada.token });
    const fields = {
      'is-active': false,
      'disabled-at': at,
      'disabled-by': 'operator',
      'disabled-reason': reason,
    };
    expect(body.data.attributes).toMatchObject(fields);
    await passDay();
    expect(receiving.received).toHaveLength(1);
    // It waits for nobody, although it was failing.
    const waiting = await waitingEndpoints(storeOf(api, { table: table(), now: now() }), 100);
    expect(waiting.items.map(({ id }) => id)).not.toContain(receiving.id);
  });

  it('rejects an unknown endpoint', async () =>
    expect(await problemsOf('disable-endpoint', { 'endpoint-id': '7', reason: 'It moved.' })).toMatchObject([
      { code: 'unknown_record' },
    ]));
});
