import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { handler as webhooks } from '../../../functions/webhooks/handler.ts';
import { recordKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { type CallResponse, call, newAdmin, type Person } from '../../support/calls.ts';
import type { Call } from '../../support/event-of.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = [await newAdmin(), await newAdmin()];
});

// Deleting the endpoints also deletes the history, so that each test starts without either.
afterEach(async () => {
  for (const { id } of (await ask(200, { path: '/webhook-endpoints' })).body.data) {
    await ask(204, { method: 'DELETE', path: `/webhook-endpoints/${id}` });
  }
});

const ask = (status: number, request: Call, person = ada): Promise<CallResponse> =>
  call(webhooks, status, { token: person.token, ...request });

const valid = { url: 'https://127.0.0.1/hook', events: ['album.status_changed'] };

const post = (status: number, attributes: object = valid, more: Partial<Call> = {}) =>
  ask(status, {
    method: 'POST',
    path: '/webhook-endpoints',
    body: { data: { type: 'webhook-endpoints', attributes } },
    ...more,
  });

const register = async (): Promise<string> => (await post(201)).body.data.id;

const patch = async (status: number, id: string, attributes: object) =>
  ask(status, {
    method: 'PATCH',
    path: `/webhook-endpoints/${id}`,
    body: { data: { type: 'webhook-endpoints', id, attributes } },
  });

const act = (status: number, id: string, action: string, more: Partial<Call> = {}) =>
  ask(status, { method: 'POST', path: `/webhook-endpoints/${id}/${action}`, ...more });

const errorsOf = ({ body }: CallResponse) =>
  body.errors.map(({ source, ...rest }: { source?: { pointer?: string }; detail: string }) => ({
    ...rest,
    pointer: source?.pointer,
  }));

const rowOf = async (id: string) => JSON.stringify(await new Table().get(recordKey('webhook-endpoints', id)));

describe('registering a webhook endpoint', () => {
  it('returns the endpoint with its Location and its secret, shown once', async () => {
    const { body, headers } = await post(201);
    const { id, attributes } = body.data;
    expect(attributes).toEqual({
      ...valid,
      description: null,
      'is-active': true,
      'disabled-at': null,
      'disabled-by': null,
      'disabled-reason': null,
      'consecutive-failures': 0,
      'signing-secret': expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
      'created-at': expect.any(String),
      'updated-at': attributes['created-at'],
    });
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/webhook-endpoints/${id}`);
    const { 'signing-secret': secret, ...shown } = attributes;
    const path = `/webhook-endpoints/${id}`;
    expect((await ask(200, { path })).body.data.attributes).toEqual(shown);
    expect((await ask(200, { path: '/webhook-endpoints' })).body).toMatchObject({
      data: [{ id, attributes: shown }],
    });
    expect(await patch(200, id, { description: 'Mine' })).toMatchObject({
      body: { data: { attributes: { description: 'Mine' } } },
    });
    expect(await rowOf(id)).not.toContain(secret);
  });

  it('rejects forbidden URLs together with every other problem', async () => {
    const pointer = '/data/attributes/url';
    for (const url of [
      'http://example.com/',
      'https://user:secret@example.com/',
      'https://10.0.0.1/',
      'https://[fd00::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://0x0a000001/',
      '/relative',
      'nonsense',
    ]) {
      expect(errorsOf(await post(422, { ...valid, url })), url).toMatchObject([{ pointer }]);
    }
    const response = await post(422, {
      url: 'https://10.0.0.1/',
      events: ['album.status_changed', 'x'],
      colour: 'red',
    });
    expect(errorsOf(response).map((error: { pointer: string }) => error.pointer)).toEqual([
      '/data/attributes/events/1',
      '/data/attributes/colour',
      pointer,
    ]);
    expect((await ask(200, { path: '/webhook-endpoints' })).body.data).toEqual([]);
  });

  it('gives the same response for an unresolvable host and a private one', async () => {
    // A label has at most 63 letters, so that this host is rejected without a name server.
    const unresolvable = await post(422, { ...valid, url: `https://${'a'.repeat(64)}.example/` });
    const inside = await post(422, { ...valid, url: 'https://10.0.0.1/' });
    expect(JSON.stringify(unresolvable.body)).toBe(JSON.stringify(inside.body));
  });

  it.each([
    [{ url: 7 }, '/data/attributes/url'],
    [{ url: `https://127.0.0.1/${'x'.repeat(2048)}` }, '/data/attributes/url'],
    [{ events: [] }, '/data/attributes/events'],
    [{ events: ['album.status_changed', 'album.status_changed'] }, '/data/attributes/events'],
    [{ events: ['webhook.test'] }, '/data/attributes/events/0'],
    [{ events: 'album.status_changed' }, '/data/attributes/events'],
    [{ description: 'x'.repeat(256) }, '/data/attributes/description'],
    [{ 'is-active': true }, '/data/attributes/is-active'],
    [{ 'signing-secret': `whsec_${'0'.repeat(64)}` }, '/data/attributes/signing-secret'],
    [{ 'consecutive-failures': 0 }, '/data/attributes/consecutive-failures'],
    [{ 'last-pause': null }, '/data/attributes/last-pause'],
  ])('rejects %j', async (wrong, pointer) => {
    expect(errorsOf(await post(422, { ...valid, ...wrong }))).toMatchObject([{ pointer }]);
  });

  it('rejects a client-generated id and another type with 409', async () => {
    const data = { type: 'webhook-endpoints', id: '7', attributes: valid };
    await post(409, valid, { body: { data } });
    await post(409, valid, { body: { data: { type: 'labels', attributes: valid } } });
  });

  it('is limited to five endpoints, and possible again after a deletion', async () => {
    const [first] = await Promise.all([1, 2, 3, 4, 5].map(register));
    expect(errorsOf(await post(422))).toMatchObject([{ code: 'webhook-endpoint-limit' }]);
    await ask(204, { method: 'DELETE', path: `/webhook-endpoints/${first}` });
    await register();
    await post(422);
    expect((await ask(200, { path: '/webhook-endpoints' })).body.data).toHaveLength(5);
  });

  it('leaves five endpoints if five concurrent requests follow the first', async () => {
    await register();
    const body = { data: { type: 'webhook-endpoints', attributes: valid } };
    const request = { method: 'POST', path: '/webhook-endpoints', token: ada.token, body };
    const responses = await Promise.allSettled([1, 2, 3, 4, 5].map(() => call(webhooks, 201, request)));
    expect(responses.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect((await ask(200, { path: '/webhook-endpoints' })).body.data).toHaveLength(5);
  });

  it('has no effect when repeated with its Idempotency-Key, and hides the secret', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post(201, valid, { headers });
    const second = await post(201, valid, { headers });
    const { 'signing-secret': secret, ...shown } = first.body.data.attributes;
    expect(secret).toMatch(/^whsec_/);
    expect(second.body.data).toEqual({ ...first.body.data, attributes: shown });
  });
});

describe('a webhook endpoint of another user', () => {
  it('returns the same bytes as an unknown id', async () => {
    const id = await register();
    for (const [method, tail] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
    ] as const) {
      const request = (of: string): Call => ({
        method,
        path: `/webhook-endpoints/${of}${tail}`,
        ...(method === 'PATCH' && {
          body: { data: { type: 'webhook-endpoints', id: of, attributes: { url: 'nonsense' } } },
        }),
      });
      const foreign = await ask(404, request(id), eve);
      const unknown = await ask(404, request('123456789'), eve);
      expect(JSON.stringify(foreign.body), method + tail).toBe(JSON.stringify(unknown.body));
    }
    await ask(200, { path: `/webhook-endpoints/${id}` });
  });
});

describe('changing a webhook endpoint', () => {
  it('replaces its events and checks a new URL', async () => {
    const id = await register();
    const events = ['delivery.created', 'store_delivery.sent'];
    expect((await patch(200, id, { events })).body.data.attributes).toMatchObject({ events, url: valid.url });
    expect(errorsOf(await patch(422, id, { url: 'https://10.0.0.1/' }))).toMatchObject([
      { pointer: '/data/attributes/url' },
    ]);
    await patch(422, id, { events: [] });
    await patch(422, id, { 'is-active': 'yes' });
    await patch(422, id, { 'disabled-at': null });
    expect((await ask(200, { path: `/webhook-endpoints/${id}` })).body.data.attributes).toMatchObject({
      events,
    });
  });

  it('can disable and enable it, repeatedly without effect', async () => {
    const id = await register();
    const off = (await patch(200, id, { 'is-active': false })).body.data.attributes;
    expect(off).toMatchObject({
      'is-active': false,
      'disabled-at': expect.any(String),
      'disabled-by': 'owner',
    });
    const again = (await patch(200, id, { 'is-active': false })).body.data.attributes;
    expect(again['disabled-at']).toBe(off['disabled-at']);
    const on = (await patch(200, id, { 'is-active': true })).body.data.attributes;
    expect(on).toMatchObject({ 'is-active': true, 'disabled-at': null, 'consecutive-failures': 0 });
  });
});

describe('rotating the secret', () => {
  it('shows the new secret once', async () => {
    const { body } = await post(201);
    const { id, attributes } = body.data;
    const headers = { 'idempotency-key': randomUUID() };
    const rotated = await act(200, id, 'rotate-secret', { headers });
    const secret = rotated.body.data.attributes['signing-secret'];
    expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(secret).not.toBe(attributes['signing-secret']);
    const repeated = await act(200, id, 'rotate-secret', { headers });
    expect(repeated.body.data.attributes).toEqual({
      ...rotated.body.data.attributes,
      'signing-secret': undefined,
    });
    expect(await rowOf(id)).not.toContain(secret);
    const read = await ask(200, { path: `/webhook-endpoints/${id}` });
    expect(read.body.data.attributes).not.toHaveProperty('signing-secret');
  });
});

describe('a test event', () => {
  it('is accepted as an event with one pending delivery, and is listed', async () => {
    const id = await register();
    const { body, headers } = await act(202, id, 'test');
    const { data } = body;
    expect(data).toMatchObject({
      type: 'webhook-events',
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      attributes: {
        type: 'webhook.test',
        'created-at': expect.any(String),
        data: { webhook_endpoint: { id: Number(id) }, message: expect.any(String) },
        deliveries: [
          {
            'endpoint-id': id,
            status: 'pending',
            attempts: 0,
            'last-response-status': null,
            'delivered-at': null,
          },
        ],
      },
    });
    expect(headers['Location']).toBe(`http://localhost:3000/api/v1/webhook-events/${data.id}`);
    expect((await ask(200, { path: `/webhook-events/${data.id}` })).body.data).toEqual(data);
    expect((await ask(200, { path: '/webhook-events' })).body.data).toEqual([data]);
  });

  it('is sent once per Idempotency-Key', async () => {
    const id = await register();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await act(202, id, 'test', { headers });
    expect((await act(202, id, 'test', { headers })).body).toEqual(first.body);
    expect((await ask(200, { path: '/webhook-events' })).body.data).toHaveLength(1);
  });

  it('is rejected while the endpoint is disabled', async () => {
    const id = await register();
    await patch(200, id, { 'is-active': false });
    expect(errorsOf(await act(409, id, 'test'))).toMatchObject([
      { status: '409', code: 'webhook-endpoint-disabled' },
    ]);
    expect((await ask(200, { path: '/webhook-events' })).body.data).toEqual([]);
  });
});

describe('the event history', () => {
  it('is shown newest first, in pages', async () => {
    const id = await register();
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) ids.unshift((await act(202, id, 'test')).body.data.id);
    const { body } = await ask(200, { path: '/webhook-events?page[size]=2' });
    expect(body.data.map((event: { id: string }) => event.id)).toEqual(ids.slice(0, 2));
    expect(body.meta.page).toEqual({ currentPage: 1, from: 1, lastPage: 2, perPage: 2, to: 2, total: 3 });
    expect(Object.keys(body.links)).toEqual(expect.arrayContaining(['first', 'last']));
    const list = (query: string) => ask(200, { path: `/webhook-events?${query}` });
    const today = body.data[0].attributes['created-at'].slice(0, 10);
    expect((await list(`filter[created-at-gte]=${today}&filter[type]=webhook.test`)).body.data).toHaveLength(
      3,
    );
    expect((await list('filter[created-at-lte]=2026-01-01')).body.data).toEqual([]);
    expect((await list('filter[type]=album.status_changed')).body.data).toEqual([]);
  });

  it.each([
    'filter[colour]=red',
    'filter[type]=nonsense',
    'filter[created-at-gte]=yesterday',
    'filter[created-at-lte]=2026-02-30',
    'page[size]=101',
    'page[size]=0',
    'page[number]=x',
  ])('returns 422 for ?%s', async (query) => {
    const { body } = await ask(422, { path: `/webhook-events?${query}` });
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
  });

  it('omits events received only by deleted endpoints', async () => {
    const id = await register();
    const kept = await register();
    const { id: event } = (await act(202, id, 'test')).body.data;
    const { id: other } = (await act(202, kept, 'test')).body.data;
    await ask(204, { method: 'DELETE', path: `/webhook-endpoints/${id}` });
    const { body } = await ask(200, { path: '/webhook-events' });
    expect(body.data.map((each: { id: string }) => each.id)).toEqual([other]);
    expect(body.meta.page.total).toBe(1);
    const gone = await ask(404, { path: `/webhook-events/${event}` });
    const unknown = await ask(404, { path: `/webhook-events/evt_${randomUUID()}` });
    const foreign = await ask(404, { path: `/webhook-events/${other}` }, eve);
    expect(JSON.stringify(gone.body)).toBe(JSON.stringify(unknown.body));
    expect(JSON.stringify(foreign.body)).toBe(JSON.stringify(unknown.body));
  });
});
