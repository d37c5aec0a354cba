import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as webhooks } from '../../../../functions/webhooks/handler.ts';
import { idempotently, type Run } from '../../../../shared/kit/http/idempotency.ts';
import { newRequestState } from '../../../../shared/kit/http/request-state.ts';
import type { ApiResponse } from '../../../../shared/kit/http/response.ts';
import { idempotencyKey } from '../../../../shared/kit/table/keys.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { problem } from '../../../../shared/kit/values/problems.ts';
import { currentKey } from '../../../../shared/platform/stage-secret/stage-secret.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { handlerOf } from '../../../support/define-api.ts';
import { type Call, eventOf } from '../../../support/event-of.ts';
import { listen } from '../../../support/log.ts';
import { withTable } from '../../../support/table.ts';
import { toyApi, toys } from '../../../support/toy-api.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const shelf = (name: string) => ({ data: { type: 'shelves', attributes: { name } } });

/** Shelves may share a name, so that only the key identifies a repetition. */
const post = (status: number, key: string, body: object, person = ada) =>
  call(toys, status, {
    method: 'POST',
    path: '/shelves',
    token: person.token,
    body,
    headers: { 'idempotency-key': key },
  });

const rowsOf = (person: Person) => new Table().query({ partition: idempotencyKey(person.userId, '').pk });

async function rewrite(person: Person, changes: Record<string, string | number | null>): Promise<void> {
  const [row] = await rowsOf(person);
  const key = idempotencyKey(person.userId, String(row?.['sk']));
  const sets = Object.entries(changes).map(([set, to]) => ({ set, to }));
  await new Table().commit([{ update: key, with: sets }]);
}

/** Sends the same request with the same key on each call. */
function keyed(
  { userId }: Pick<Person, 'userId'>,
  execute: (run: Run | undefined) => Promise<ApiResponse>,
  request: Call = {
    method: 'POST',
    path: '/shelves',
    body: {},
    headers: { 'idempotency-key': randomUUID() },
  },
) {
  const state = newRequestState(eventOf(request), new Date());
  state.caller = {
    userId,
    sessionId: '',
    organizationId: '',
    isReadOnly: false,
    role: 'admin',
    capabilities: new Set(),
  };
  return () =>
    idempotently(state, {
      problems,
      execute,
      showCreated: async (created) => ({ status: created.status, document: { shown: created } }),
    });
}

describe('an Idempotency-Key', () => {
  it('replays the first response to an identical request', async () => {
    const key = randomUUID();
    const first = await post(201, key, shelf('Once'));
    const second = await post(201, key, shelf('Once'));
    expect(second.body).toEqual(first.body);
    expect(second.headers['Location']).toBe(first.headers['Location']);
    expect((await post(201, randomUUID(), shelf('Once'))).body.data.id).not.toBe(first.body.data.id);
  });

  it('replays an error response too', async () => {
    const key = randomUUID();
    const first = await post(422, key, shelf(''));
    expect((await post(422, key, shelf(''))).body).toEqual(first.body);
  });

  it('is released after an error response too large to store', async () => {
    const eve = await newAdmin();
    const unknown = Array.from({ length: 2000 }, (_, index) => [`${'a'.repeat(200)}${index}`, 0]);
    const body = {
      data: { type: 'webhook-endpoints', attributes: { url: 7, ...Object.fromEntries(unknown) } },
    };
    const request = {
      method: 'POST',
      path: '/webhook-endpoints',
      token: eve.token,
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await call(webhooks, 422, { ...request, body });
    expect(JSON.stringify(first.body).length).toBeGreaterThan(300_000);
    expect(await rowsOf(eve)).toEqual([]);
    expect((await call(webhooks, 422, { ...request, body })).body).toEqual(first.body);
  });

  it('replays a short response if the first was too large to store', async () => {
    const large = { status: 200, document: { data: 'x'.repeat(400_000) } };
    let times = 0;
    const execute = async () => {
      times += 1;
      return large;
    };
    const again = keyed(await newAdmin(), execute);
    expect(await again()).toEqual(large);
    for (const _ of [2, 3]) {
      const { status, document } = await again();
      expect(status).toBe(200);
      expect(document).toEqual({
        jsonapi: { version: '1.0' },
        meta: { detail: expect.stringContaining('was completed') },
      });
    }
    expect(times).toBe(1);
  });

  it('rereads the record if the first response was too large to store', async () => {
    const made = { type: 'shelves', ids: ['7'], status: 201 };
    const again = keyed(await newAdmin(), async (run) => {
      if (run) await new Table().commit([run.mark(made)]);
      return { status: 201, document: { data: 'x'.repeat(400_000) } };
    });
    await again();
    expect(await again()).toEqual({ status: 201, document: { shown: made } });
  });

  it('is released after a server error, which is never replayed', async () => {
    let times = 0;
    const again = keyed(await newAdmin(), async () => {
      times += 1;
      if (times < 3) throw times === 1 ? problem('table_throttled', 'Busy.') : new Error('Broken');
      return { status: 204 };
    });
    await expect(again()).rejects.toThrow('table_throttled');
    await expect(again()).rejects.toThrow('Broken');
    expect([await again(), await again(), times]).toEqual([{ status: 204 }, { status: 204 }, 3]);
  });

  it('replays a response without its secrets', async () => {
    const document = { data: [{ attributes: { name: 'A', token: 'secret' } }] };
    const again = keyed(await newAdmin(), async () => ({ status: 201, document, secrets: ['token'] }));
    expect((await again()).document).toEqual(document);
    expect(await again()).toEqual({ status: 201, document: { data: [{ attributes: { name: 'A' } }] } });
  });

  it('stays reserved by a request that creates nothing until its response', async () => {
    const repeated: unknown[] = [];
    const again = keyed(await newAdmin(), async (run) => {
      if (run) await new Table().commit([run.mark(undefined)]);
      repeated.push(await again().catch((error: unknown) => error));
      return { status: 202 };
    });
    expect(await again()).toEqual({ status: 202 });
    expect(repeated).toMatchObject([{ problems: [{ code: 'idempotency_key_running' }] }]);
    expect(await again()).toEqual({ status: 202 });
  });

  it('is taken over from a request that died before creating anything', async () => {
    const eve = await newAdmin();
    let times = 0;
    const again = keyed(eve, async (run) => {
      times += 1;
      if (times > 1) return { status: 201 };
      if (run) await new Table().commit([run.mark(undefined)]);
      await rewrite(eve, { until: 1 });
      return again();
    });
    expect(await again()).toEqual({ status: 201 });
    expect(times).toBe(2);
  });

  it('is rejected if the same text is split differently between path and body', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { userId } = await newAdmin();
    const send = (path: string, body: string) =>
      keyed({ userId }, async () => ({ status: 201 }), { method: 'POST', path, body, headers })();
    expect(await send('/shelves', '{}')).toEqual({ status: 201 });
    await expect(send('/shelves{', '}')).rejects.toThrow('idempotency_key_reused');
  });

  it('does not hide the first response after a takeover, which is logged', async () => {
    const eve = await newAdmin();
    const { lines, stop } = listen();
    const again = keyed(eve, async () => {
      await rewrite(eve, { token: 'the repetition' });
      return { status: 201 };
    });
    expect(await again().finally(stop)).toEqual({ status: 201 });
    expect(lines).toMatchObject([
      {
        level: 'warn',
        event: 'response not stored',
        requestId: expect.any(String),
        problem: { name: 'ConditionsFailed' },
      },
    ]);
    await expect(again()).rejects.toThrow('still in progress');
  });

  it('is rejected with a different body and is scoped to one user', async () => {
    const key = randomUUID();
    const eve = await newAdmin();
    await post(201, key, shelf('Mine'));
    const { body } = await post(422, key, shelf('Other'));
    expect(body.errors[0].code).toBe('idempotency_key_reused');
    await post(201, key, shelf('Other'), eve);
  });

  it('is rejected if it is malformed', async () => {
    for (const key of ['', 'x'.repeat(256), 'ä', 'a b']) await post(400, key, shelf('No'));
  });

  it('admits only one of two simultaneous requests', async () => {
    const eve = await newAdmin();
    const request = { method: 'POST', path: '/shelves', token: eve.token, body: shelf('Race') } as const;
    const headers = { 'idempotency-key': randomUUID() };
    const both = [call(toys, 201, { ...request, headers }), call(toys, 201, { ...request, headers })];
    const done = await Promise.allSettled(both);
    expect(done.some(({ status }) => status === 'fulfilled')).toBe(true);
    const list = await call(toys, 200, { path: '/shelves', token: eve.token });
    expect(list.body.data).toHaveLength(1);
  });

  it('returns 409 while the first request runs, and allows a takeover after its time limit', async () => {
    const eve = await newAdmin();
    const key = randomUUID();
    await post(201, key, shelf('Dead'), eve);
    const long = Math.floor(Date.now() / 1000) + 1000;
    await rewrite(eve, { state: 'running', until: long, token: 'other' });
    await post(409, key, shelf('Dead'), eve);
    await rewrite(eve, { state: 'running', until: 1, token: 'other' });
    await post(201, key, shelf('Dead'), eve);
  });

  it('returns the created record if the first function crashed before its response', async () => {
    const eve = await newAdmin();
    const key = randomUUID();
    const { body } = await post(201, key, shelf('Made'), eve);
    const made = JSON.stringify({ type: 'shelves', ids: [body.data.id], status: 201 });
    await rewrite(eve, { state: 'made', made, answer: null });
    const again = await post(201, key, shelf('Made'), eve);
    expect(again.body.data).toEqual(body.data);
    const list = await call(toys, 200, { path: '/shelves', token: eve.token });
    expect(list.body.data).toHaveLength(1);
  });

  it('returns 404 if that record was deleted meanwhile', async () => {
    const eve = await newAdmin();
    const key = randomUUID();
    const { body } = await post(201, key, shelf('Gone'), eve);
    const made = JSON.stringify({ type: 'shelves', ids: [body.data.id], status: 201 });
    await rewrite(eve, { state: 'made', made, answer: null });
    await call(toys, 204, { method: 'DELETE', path: `/shelves/${body.data.id}`, token: eve.token });
    expect((await post(404, key, shelf('Gone'), eve)).body.errors[0].code).toBe('unknown_record');
  });

  it('prevents writes of a slow request after a takeover', async () => {
    const eve = await newAdmin();
    const slow = handlerOf(toyApi, {
      group: 'toys',
      hooks: { shelves: [{ load: () => rewrite(eve, { token: 'the repetition' }) }] },
    });
    const { token } = eve;
    const headers = { 'idempotency-key': randomUUID() };
    await call(slow, 409, { method: 'POST', path: '/shelves', token, body: shelf('Slow'), headers });
    const list = await call(toys, 200, { path: '/shelves', token });
    expect(list.body.data).toEqual([]);
  });

  it('expires after a day', async () => {
    const eve = await newAdmin();
    const key = randomUUID();
    await post(201, key, shelf('Day'), eve);
    await rewrite(eve, { expires: 1 });
    await post(201, key, shelf('Night'), eve);
  });

  it('stores no password from the body', async () => {
    const eve = await newAdmin();
    const body = shelf('Secret');
    await post(201, 'secret', body, eve);
    const [row] = await rowsOf(eve);
    const { bytes } = await currentKey('request-prints', new Date());
    const keyed = createHmac('sha256', bytes).update(`POST\n/shelves\n${JSON.stringify(body)}`);
    expect(row?.['print']).toBe(keyed.digest('hex'));
  });

  it('is supported by smart creation', async () => {
    const request = {
      method: 'POST',
      path: '/labels',
      token: ada.token,
      body: { data: { type: 'labels', attributes: { name: 'Smart' } } },
      headers: { 'idempotency-key': randomUUID() },
    };
    const first = await call(labels, 201, request);
    const second = await call(labels, 201, request);
    expect(second.body).toEqual(first.body);
  });
});
