/** Steps that hooks run before and after the transaction of a record, which would exceed its size. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hooks, Steps } from '../../../../shared/kit/crud/write/hooks.ts';
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

/** The steps that ran, in order. */
let happened: string[];
/** Results of the next steps before a transaction; true when the list is empty. */
let readiness: boolean[];
let failure: Error | undefined;
beforeEach(() => {
  happened = [];
  readiness = [];
  failure = undefined;
});

const steps: Steps = {
  async before() {
    happened.push('before');
    return readiness.shift() ?? true;
  },
  async after(ending) {
    happened.push(ending);
    if (failure) throw failure;
  },
};

const hooks: Readonly<Record<string, readonly Hooks[]>> = {
  shelves: [{ decide: [() => ({ around: steps })], remove: { decide: () => ({ around: steps }) } }],
};
const toys = handlerOf(toyApi, { group: 'toys', hooks });

const write = (method: string, status: number, path: string, data?: object): Promise<CallResponse> =>
  call(toys, status, { method, path, token: ada.token, body: data && { data } });
const shelf = (name: unknown, id?: string) => ({ type: 'shelves', id, attributes: { name } });
const newShelf = async (): Promise<string> => {
  const { body } = await write('POST', 201, '/shelves', shelf('Shelf'));
  happened = [];
  return body.data.id;
};

describe('the steps of a hook', () => {
  it('run before and after creations, changes and deletions', async () => {
    const { body } = await write('POST', 201, '/shelves', shelf('Shelf'));
    expect(happened).toEqual(['before', 'saved']);
    const { id } = body.data;
    await write('PATCH', 200, `/shelves/${id}`, shelf('Other', id));
    await write('DELETE', 204, `/shelves/${id}`);
    expect(happened).toEqual(['before', 'saved', 'before', 'saved', 'before', 'saved']);
  });

  it('do not run if the document is rejected', async () => {
    await write('POST', 422, '/shelves', shelf(''));
    const id = await newShelf();
    await write('PATCH', 422, `/shelves/${id}`, shelf(7, id));
    expect(happened).toEqual([]);
  });

  it('can restart the request', async () => {
    readiness = [false, false];
    await write('POST', 201, '/shelves', shelf('Shelf'));
    expect(happened).toEqual(['before', 'again', 'before', 'again', 'before', 'saved']);
  });

  it('stop if the transaction is rejected', async () => {
    const id = await newShelf();
    const data = {
      type: 'books',
      attributes: { title: 'Book' },
      relationships: { shelf: { data: { type: 'shelves', id } } },
    };
    await write('POST', 201, '/books', data);
    await write('DELETE', 422, `/shelves/${id}`);
    expect(happened).toEqual(['before', 'rejected']);
  });

  it('are logged if one fails after the transaction, without affecting the response', async () => {
    failure = new Error('Out of order.');
    const { lines, stop } = listen();
    await write('POST', 201, '/shelves', shelf('Shelf'));
    stop();
    expect(lines[0]).toMatchObject({ event: 'step.failed', error: { message: 'Out of order.' } });
  });
});
