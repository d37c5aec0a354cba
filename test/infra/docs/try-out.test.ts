/** The forms of the documentation that send requests. */
import { describe, expect, it } from 'vitest';
import { type Operation, requestOf } from '../../../infra/documentation/.vitepress/theme/request.ts';
import { apiDocument, operationsOf } from '../../../infra/documentation/generated/document.ts';
import { tryableOf } from '../../../infra/documentation/generated/operations.ts';

const operations = operationsOf(apiDocument());
/** As a page reads it. */
function tryable(id: string): Operation {
  const found = operations.filter((each) => each.id === id);
  return JSON.parse(JSON.stringify(found.map(tryableOf)[0]));
}

describe('the form of an operation', () => {
  it('sends only what is filled in', () => {
    const operation = tryable('listLabels');
    const values = { 'filter[name]': 'a & b', 'page[size]': '', sort: 'name' };
    expect(requestOf({ operation, values, body: '', token: 'x' })).toEqual([
      '/api/v1/labels?sort=name&filter[name]=a%20%26%20b',
      { method: 'GET', headers: { Authorization: 'Bearer x' } },
    ]);
  });

  it('sends the body with its media type, and the headers that are filled in', () => {
    const operation = tryable('createLabel');
    const [address, options] = requestOf({
      operation,
      values: { 'Idempotency-Key': 'k' },
      body: '{}',
      token: 'x',
    });
    expect(address).toBe('/api/v1/labels');
    expect(options).toEqual({
      method: 'POST',
      headers: {
        Authorization: 'Bearer x',
        'Content-Type': 'application/vnd.api+json',
        'Idempotency-Key': 'k',
      },
      body: '{}',
    });
  });

  it('fills in the path, and sends no token where none is needed', () => {
    const read = { operation: tryable('readLabel'), values: { id: '1/2' }, body: '', token: 'x' };
    expect(requestOf(read)[0]).toBe('/api/v1/labels/1%2F2');
    const signIn = { operation: tryable('signIn'), values: {}, body: '{}', token: 'x' };
    expect(requestOf(signIn)[1].headers).toEqual({ 'Content-Type': 'application/json' });
  });

  it.each(operations.map(({ id }) => id))('describes the parameters of %s', (id) => {
    const { parameters, path } = tryable(id);
    expect(parameters.filter(({ place, about }) => place !== 'path' && about === '')).toEqual([]);
    const inPath = parameters.flatMap(({ place, name }) => (place === 'path' ? [`{${name}}`] : []));
    expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
  });
});
