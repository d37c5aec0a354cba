/** The Postman collection of the API. Its format is that of schema.getpostman.com, as far as the collection uses it. */
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { postmanCollection } from '../../../bin/client/postman/collection.ts';
import { apiDocument, operationsOf } from '../../../bin/site/generated/document.ts';

const pair = v.strictObject({
  key: v.string(),
  value: v.string(),
  description: v.optional(v.string()),
  disabled: v.optional(v.literal(true)),
});
/** Variables stand for ids in bodies, also where the id is a number. */
const jsonWithVariables = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/: \{\{\w+\}\}/g, ': 1')),
  v.parseJson(),
  v.unknown(),
);
const script = v.strictObject({
  listen: v.picklist(['test', 'prerequest']),
  script: v.strictObject({ type: v.literal('text/javascript'), exec: v.array(v.string()) }),
});
const request = v.strictObject({
  name: v.string(),
  request: v.strictObject({
    method: v.picklist(['GET', 'POST', 'PATCH', 'DELETE']),
    description: v.optional(v.string()),
    auth: v.optional(v.strictObject({ type: v.literal('noauth') })),
    header: v.array(pair),
    url: v.strictObject({
      raw: v.pipe(v.string(), v.startsWith('{{baseUrl}}/')),
      host: v.tuple([v.literal('{{baseUrl}}')]),
      path: v.array(v.string()),
      query: v.optional(v.array(pair)),
      variable: v.optional(v.array(v.strictObject({ key: v.string(), value: v.string() }))),
    }),
    body: v.optional(v.strictObject({ mode: v.literal('raw'), raw: jsonWithVariables })),
  }),
  protocolProfileBehavior: v.optional(v.strictObject({ followRedirects: v.literal(false) })),
  event: v.array(script),
});
const below = v.strictObject({ name: v.literal('Related records'), item: v.array(request) });
const folder = v.strictObject({
  name: v.string(),
  description: v.optional(v.string()),
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
type Request = v.InferOutput<typeof request>;
const requestsIn = (folders: readonly v.InferOutput<typeof folder>[]): Request[] =>
  folders.flatMap(({ item }) => item).flatMap((each) => ('item' in each ? each.item : [each]));
const requests = requestsIn(collection.item);
const named = (name: string) => requests.find((each) => each.name === name);
const routeOf = ({ request: { method, url } }: Request) => `${method} /${url.path.join('/')}`;
const scriptOf = ({ event }: Request, listen: 'test' | 'prerequest') =>
  event.filter((each) => each.listen === listen).flatMap((each) => each.script.exec);

describe('the Postman collection', () => {
  it('has each operation with its example body', () => {
    const routes = new Set(requests.map(routeOf));
    const operations = operationsOf(apiDocument());
    const expected = operations.map(({ method, path }) => `${method} ${path.replaceAll('{id}', ':id')}`);
    expect(expected.filter((route) => !routes.has(route))).toEqual([]);
    expect(collection.item.map(({ name }) => name)).toContain('track-credits');
    expect(named('Create a label')?.request.body?.raw).toMatchObject({
      data: { type: 'labels', attributes: { name: expect.stringContaining('{{$guid}}') } },
    });
  });

  it('creates records before using them, and signs out last', () => {
    const names = requests.map(({ name }) => name);
    const life = ['Sign in', 'Create a label', 'Read a label', 'Change a label', 'Delete a label'];
    const places = [...life, 'End the current session'].map((name) => names.indexOf(name));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(places[0]).toBe(0);
    expect(names.at(-1)).toBe('End all sessions of the caller');
  });

  it('tests the status of each response', () => {
    const untested = requests.filter(
      (each) => !/^pm\.test\('responds with \d{3}'/.test(scriptOf(each, 'test')[0] ?? ''),
    );
    expect(untested.map(({ name }) => name)).toEqual([]);
  });

  it('says of each skippable request when it is skipped', () => {
    const skippable = requests.filter((each) => scriptOf(each, 'prerequest').join().includes('skipRequest'));
    expect(skippable.map(({ name }) => name)).toContain('Read a track analysis');
    const silent = skippable.filter(
      ({ request: { description = '' } }) => !description.startsWith('Skipped '),
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
    expect(named('Read a track analysis')?.request.description).toContain('imported from other services');
  });

  it('changes and deletes only records it created', () => {
    const changes = requests.filter(
      ({ request: { method, url } }) => method !== 'GET' && JSON.stringify(url).includes('Id}}'),
    );
    const used = changes.flatMap(({ request: { url } }) =>
      Array.from(JSON.stringify(url).matchAll(/\{\{(\w+Id)\}\}/g), ([, name = '']) => name),
    );
    const setters = (name: string) =>
      requests.filter((each) => scriptOf(each, 'test').some((line) => line.includes(`set('${name}'`)));
    const foreign = [...new Set(used)].filter((name) =>
      setters(name).some((each) => each.request.method === 'GET'),
    );
    // Sending an event again changes no record of the account.
    expect(foreign).toEqual(['webhookEventId']);
  });

  it('is smaller than 1 MB', () => {
    expect(JSON.stringify(collection).length).toBeLessThan(1_000_000);
  });

  it('uses only variables it defines', () => {
    const text = JSON.stringify(postmanCollection());
    const used = new Set(Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name]) => name));
    const set = Array.from(text.matchAll(/\.set\('(\w+)'/g), ([, name]) => name);
    expect([...new Set([...used, ...set])].toSorted()).toEqual(
      collection.variable.map(({ key }) => key).toSorted(),
    );
  });

  it('stores the token of the sign-in, which needs none', () => {
    const signIn = named('Sign in');
    expect(signIn?.request.auth).toEqual({ type: 'noauth' });
    const stored = new Map<string, string>();
    const pm = {
      test: () => {},
      response: { code: 200, json: () => ({ access_token: 'new' }) },
      collectionVariables: { set: (name: string, value: string) => stored.set(name, value) },
    };
    new Function('pm', (signIn ? scriptOf(signIn, 'test') : []).join('\n'))(pm);
    expect(stored.get('token')).toBe('new');
    const digits = [...(stored.get('upc') ?? '')].map(Number);
    const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
    expect({ digits: digits.length, rest: sum % 10 }).toEqual({ digits: 12, rest: 0 });
  });

  it('disables optional parameters by default', () => {
    const { url } = named('List labels')?.request ?? {};
    expect(url?.raw).toBe('{{baseUrl}}/labels');
    expect(url?.query?.find(({ key }) => key === 'filter[name]')).toMatchObject({ disabled: true });
    const download = named('Download the file of an analytics report')?.request.url;
    expect(download?.raw).toBe('{{baseUrl}}/analytics-reports/:id/download?token={{downloadToken}}');
  });
});
