/** What hooks of several features read for a write, and how their rules decide. */
import { beforeAll, expect, it } from 'vitest';
import type { Hooks } from '../../../../shared/kit/crud/write/hooks.ts';
import { problem } from '../../../../shared/kit/values/problems.ts';
import { type CallResponse, call, newAdmin, type Person } from '../../../support/calls.ts';
import { handlerOf } from '../../../support/define-api.ts';
import { listen } from '../../../support/log.ts';
import { withTable } from '../../../support/table.ts';
import { toyApi } from '../../../support/toy-api.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

/** A function whose features have these hooks of shelves. */
const toysWith = (...shelves: Hooks[]) => handlerOf(toyApi, { group: 'toys', hooks: { shelves } });

const shelf = (name: unknown, id?: string) => ({ data: { type: 'shelves', id, attributes: { name } } });
const create = (status: number, name: string, ...hooks: Hooks[]): Promise<CallResponse> =>
  call(toysWith(...hooks), status, { method: 'POST', path: '/shelves', token: ada.token, body: shelf(name) });
const rename = (status: number, id: string, name: string, ...hooks: Hooks[]): Promise<CallResponse> =>
  call(toysWith(...hooks), status, {
    method: 'PATCH',
    path: `/shelves/${id}`,
    token: ada.token,
    body: shelf(name, id),
  });

it('hooks of two features load while the record is read, and their rules share the results', async () => {
  const { body } = await create(201, 'Concurrent');
  const { promise: isBegun, resolve: begin } = Promise.withResolvers<void>();
  let isRead = false;
  const first: Hooks = {
    async load({ before }) {
      const reading = before.then((record) => {
        isRead = true;
        return record?.fields['name'];
      });
      await isBegun;
      return { was: await reading };
    },
  };
  const second: Hooks = {
    load() {
      begin();
      return { isEarly: !isRead };
    },
    decide: [(_, loaded) => ({ fields: { name: JSON.stringify(loaded) } })],
  };
  const { body: renamed } = await rename(200, body.data.id, 'Other', first, second);
  expect(JSON.parse(renamed.data.attributes.name)).toEqual({ was: 'Concurrent', isEarly: true });
});

it('rules run in the order of their features, each after the previous decisions', async () => {
  const appending = (letter: string) => (draft: { valid(field: string): unknown }) => ({
    fields: { name: `${draft.valid('name')}${letter}` },
  });
  const { body } = await create(
    201,
    'x',
    { decide: [appending('a'), appending('b')] },
    { decide: [appending('c')] },
  );
  expect(body.data.attributes.name).toBe('xabc');
});

it('a field rejected by one rule is invalid for the next, and all problems are reported', async () => {
  const seen: unknown[] = [];
  const rejecting: Hooks = {
    decide: [
      () => ({ problems: [{ code: 'invalid_value', detail: 'No.', pointer: '/data/attributes/name' }] }),
      ({ isValid, valid }) => {
        seen.push(isValid, valid('name'));
        return { problems: [{ code: 'required', detail: 'Send more.', pointer: '/data/attributes/name' }] };
      },
    ],
  };
  const { body } = await create(422, 'Two', rejecting);
  expect(seen).toEqual([false, undefined]);
  expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(['invalid_value', 'required']);
});

it('a missing record is reported before what a load throws', async () => {
  const throwing: Hooks = {
    load() {
      throw problem('invalid_value', 'Too early.', { pointer: '/data/attributes/name' });
    },
  };
  const { body } = await rename(404, '4096', 'Missing', throwing);
  expect(body.errors[0].code).toBe('unknown_record');
  const other = await create(422, 'Present', throwing);
  expect(other.body.errors[0].detail).toBe('Too early.');
});

it('two features that load something under one name cause a service error', async () => {
  const loading: Hooks = { load: () => ({ places: [] }) };
  const { lines, stop } = listen();
  await create(500, 'Twice', loading, loading);
  stop();
  expect(JSON.stringify(lines)).toContain('two features load something of the same name');
});
