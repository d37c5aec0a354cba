/** The Postman collection of the API. Its format is that of schema.getpostman.com, as far as the collection uses it. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { postmanCollection } from '../../../infra/client/postman.ts';
import { apiDocument, operationsOf } from '../../../infra/documentation/generated/document.ts';

const pair = v.strictObject({
  key: v.string(),
  value: v.string(),
  description: v.optional(v.string()),
  disabled: v.optional(v.literal(true)),
});
const request = v.strictObject({
  name: v.string(),
  request: v.strictObject({
    method: v.picklist(['GET', 'POST', 'PATCH', 'DELETE']),
    auth: v.optional(v.strictObject({ type: v.literal('noauth') })),
    header: v.array(pair),
    url: v.strictObject({
      raw: v.pipe(v.string(), v.startsWith('{{baseUrl}}/')),
      host: v.tuple([v.literal('{{baseUrl}}')]),
      path: v.array(v.string()),
      query: v.optional(v.array(pair)),
      variable: v.optional(v.array(v.strictObject({ key: v.string(), value: v.string() }))),
    }),
    body: v.optional(
      v.strictObject({ mode: v.literal('raw'), raw: v.pipe(v.string(), v.parseJson(), v.unknown()) }),
    ),
  }),
  event: v.optional(
    v.array(
      v.strictObject({
        listen: v.literal('test'),
        script: v.strictObject({ type: v.literal('text/javascript'), exec: v.array(v.string()) }),
      }),
    ),
  ),
});
const below = v.strictObject({ name: v.literal('Related records'), item: v.array(request) });
const folder = v.strictObject({
  name: v.string(),
  description: v.string(),
  item: v.array(v.union([request, below])),
});
const collectionSchema = v.strictObject({
  info: v.strictObject({
    name: v.string(),
    description: v.string(),
    schema: v.literal('https://schema.getpostman.com/json/collection/v2.1.0/collection.json'),
  }),
  auth: v.strictObject({
    type: v.literal('bearer'),
    bearer: v.array(v.strictObject({ key: v.string(), value: v.string(), type: v.string() })),
  }),
  variable: v.array(v.strictObject({ key: v.string(), value: v.string() })),
  item: v.array(folder),
});

const collection = v.parse(collectionSchema, postmanCollection());
const requests = collection.item
  .flatMap(({ item }) => item)
  .flatMap((each) => ('item' in each ? each.item : [each]));
const named = (name: string) => requests.find((each) => each.name === name);

describe('the Postman collection', () => {
  it('has each operation once, in the folder of its type, with the body of the example', () => {
    const described = requests.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`);
    const operations = operationsOf(apiDocument());
    const expected = operations.map(({ method, path }) => `${method} ${path.replaceAll('{id}', ':id')}`);
    expect(described.toSorted()).toEqual(expected.toSorted());
    expect(collection.item.map(({ name }) => name)).toContain('track-credits');
    expect(requests.filter(({ request: { body } }) => body)).toHaveLength(
      operations.filter(({ body }) => body).length,
    );
    expect(named('Create a label')?.request.body?.raw).toMatchObject({ data: { type: 'labels' } });
  });

  it('is smaller than 1 MB', () => {
    expect(JSON.stringify(collection).length).toBeLessThan(1_000_000);
  });

  it('uses only variables that it has', () => {
    const text = JSON.stringify(postmanCollection());
    const used = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name));
    expect([...used].toSorted()).toEqual(collection.variable.map(({ key }) => key).toSorted());
  });

  it('stores the token of the sign-in, which needs none itself', () => {
    const signIn = named('Sign in');
    expect(signIn?.request.auth).toEqual({ type: 'noauth' });
    const stored: unknown[] = [];
    const pm = {
      response: { code: 200, json: () => ({ access_token: 'new' }) },
      collectionVariables: { set: (...given: unknown[]) => stored.push(given) },
    };
    const [script = ''] = signIn?.event?.[0]?.script.exec ?? [];
    new Function('pm', script)(pm);
    expect(stored).toEqual([['token', 'new']]);
  });

  it('sends optional parameters only when they are turned on', () => {
    const { url } = named('List labels')?.request ?? {};
    expect(url?.raw).toBe('{{baseUrl}}/labels');
    expect(url?.query?.find(({ key }) => key === 'filter[name]')).toMatchObject({ disabled: true });
    const download = named('Download the file of an analytics report')?.request.url;
    expect(download?.raw).toBe('{{baseUrl}}/analytics-reports/:id/download?token=');
  });
});
