/** Faults that a local engine never shows: lost responses to writes, and conflicts with transactions. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as operate } from '../../../../functions/operate/handler.ts';
import { users } from '../../../../shared/accounts/api/users.ts';
import { run as setCapabilities } from '../../../../shared/accounts/commands/set-capabilities.ts';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import { findRecord, storeOf } from '../../../../shared/kit/records/store.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { api } from '../../../../shared/service/api.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import { withFaultyTable } from '../../../support/faulty-way.ts';
import { toys } from '../../../support/toy-api.ts';

const way = withFaultyTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});
beforeEach(() => {
  way.fault = undefined;
});

const shelf = (name: string, id?: string) => ({ data: { type: 'shelves', id, attributes: { name } } });
const newShelf = async (name: string) =>
  (await call(toys, 201, { method: 'POST', path: '/shelves', token: ada.token, body: shelf(name) })).body.data
    .id;

describe('a write whose response was lost', () => {
  it('still starts an idempotent request', async () => {
    way.fault = { operation: 'PutItem', how: 'response lost', times: 1 };
    const headers = { 'idempotency-key': 'lost' };
    const post = { method: 'POST', path: '/shelves', token: ada.token, body: shelf('Lost'), headers };
    await call(toys, 201, post);
    expect(way.fault.times).toBe(0);
  });

  it('counts as done for PATCH, with and without If-Match', async () => {
    const id = await newShelf('Before');
    const path = `/shelves/${id}`;
    const { ETag = '' } = (await call(toys, 200, { path, token: ada.token })).headers;
    way.fault = { operation: 'UpdateItem', how: 'response lost', after: 1, times: 1 };
    const headers = { 'if-match': ETag };
    const body = shelf('After', id);
    const response = await call(toys, 200, { method: 'PATCH', path, token: ada.token, body, headers });
    expect(way.fault.times).toBe(0);
    expect(response.headers['ETag']).toMatch(/^"2-/);
  });

  it('is not repeated as a transaction', async () => {
    const { token } = ada;
    const body = (name: string, id?: string) => ({ data: { type: 'labels', id, attributes: { name } } });
    const made = await call(labels, 201, { method: 'POST', path: '/labels', token, body: body('One') });
    const { id } = made.body.data;
    way.fault = { operation: 'TransactWriteItems', how: 'response lost', times: 1 };
    const renaming = { method: 'PATCH', path: `/labels/${id}`, token, body: body('Two', id) };
    expect((await call(labels, 200, renaming)).headers['ETag']).toMatch(/^"2-/);
    expect(way.fault.times).toBe(0);
  });

  it('counts as done for DELETE', async () => {
    const path = `/shelves/${await newShelf('Gone')}`;
    way.fault = { operation: 'DeleteItem', how: 'response lost', times: 1 };
    await call(toys, 204, { method: 'DELETE', path, token: ada.token });
    expect(way.fault.times).toBe(0);
    await call(toys, 404, { method: 'DELETE', path, token: ada.token });
  });

  it('counts as done for set-capabilities', async () => {
    way.fault = { operation: 'UpdateItem', how: 'response lost', times: 1 };
    const outcome = await operate({
      command: 'set-capabilities',
      positionals: [ada.userId],
      arguments: { video: 'on' },
      actor: 'test',
      commands: [],
    });
    expect(outcome).toEqual({ result: { 'user-id': ada.userId, capabilities: ['video'] } });
    expect((await new Table().get(accessKey(ada.userId)))?.['capabilities']).toEqual(['video']);
  });
});

describe('a set-capabilities command', () => {
  it('sets all or none of them if interrupted at any write', async () => {
    const table = new Table();
    const operation = () => ({
      ...storeOf(api, { table, now: new Date() }),
      actor: 'test',
      commands: [],
      remainingMs: () => 60_000,
    });
    const run = async (value: 'on' | 'off') => {
      const isOn = value === 'on';
      const given = { 'user-id': ada.userId, preapproval: isOn, fingerprint: isOn };
      await setCapabilities(given, operation()).catch(() => undefined);
    };
    const both = async () => {
      const { capabilities } = (await table.get(accessKey(ada.userId))) ?? {};
      const record = await findRecord({ table }, users, ada.userId);
      return [Array(capabilities).flat().includes('preapproval'), record?.fields['fingerprint-dsp-allowed']];
    };
    await run('on');
    const before = way.writes;
    await run('off');
    const writes = way.writes - before;
    for (let writesBefore = 0; writesBefore < writes; writesBefore++) {
      await run('on');
      expect(await both()).toEqual([true, true]);
      way.crash = { writesBefore, isWritten: true };
      await run('off');
      way.crash = undefined;
      const [preapproval, fingerprint] = await both();
      expect(fingerprint, `${writesBefore}`).toBe(preapproval);
    }
  });
});

describe('a single-row write that conflicts with a transaction', () => {
  it.each([
    ['the row of the caller', 0],
    ['the record', 1],
  ])('is retried (%s)', async (_, after) => {
    const id = await newShelf('Busy');
    way.fault = { operation: 'UpdateItem', how: 'conflict', after, times: 2 };
    const body = shelf('Free', id);
    await call(toys, 200, { method: 'PATCH', path: `/shelves/${id}`, token: ada.token, body });
    expect(way.fault.times).toBe(0);
  });
});
