/** The check of every response in the test run rejects what the document does not describe. */
import { describe, expect, it } from 'vitest';
import { labels } from '../../../shared/catalogue/api/labels.ts';
import { fixedHeaders } from '../../../shared/kit/declare/security-headers.ts';
import { MEDIA_TYPE } from '../../../shared/kit/jsonapi/types.ts';
import { definitions } from '../../../shared/service/definitions.ts';
import { type ActualResponse, contractOf } from '../../support/contract/contract.ts';

const url = 'http://localhost:3000/api/v1/labels/17';
const links = { self: url };
const label = {
  type: 'labels',
  id: '17',
  attributes: {
    // Attributes of labels that these tests do not use.
    ...Object.fromEntries(Object.keys(labels.attributes).map((name) => [name, null])),
    name: 'Blue Room',
    description: null,
    'created-at': '2026-11-21T14:36:18.605Z',
    'updated-at': '2026-11-21T14:36:18.605Z',
  },
  relationships: {
    albums: { links: { self: `${url}/relationships/albums`, related: `${url}/albums` }, data: [] },
  },
  links,
};
const headers = {
  ...fixedHeaders,
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '99',
  'X-RateLimit-Reset': '1795271820',
  'Content-Type': MEDIA_TYPE,
  ETag: '"1-c2hvcnQ"',
};
const documentOf = (data: object) => ({ jsonapi: { version: '1.0' }, data, links });

const violations = (
  actual: Partial<ActualResponse> & { body?: object },
  path = '/labels/17',
  method = 'GET',
) =>
  contractOf(definitions).violations(
    { method, path },
    { status: 200, headers, text: JSON.stringify(actual.body ?? documentOf(label)), ...actual },
  );

describe('the contract check', () => {
  it('accepts a documented response', () => {
    expect(violations({})).toEqual([]);
  });

  it('rejects an undocumented path', () => {
    expect(violations({}, '/labelz')).toEqual(['GET /labelz is not documented.']);
  });

  it('rejects an undocumented status', () => {
    expect(violations({ status: 418 })).toEqual([
      'GET /labels/{id} responds with 418, which is not documented.',
    ]);
  });

  it('rejects an undocumented header', () => {
    expect(violations({ headers: { ...headers, 'X-Secret': '1' } })).toEqual([
      'GET /labels/{id} responds with 200 with the undocumented header x-secret.',
    ]);
  });

  it('rejects a response with a missing or malformed required header', () => {
    const { ETag: _, ...others } = headers;
    expect(violations({ headers: { ...others, 'X-RateLimit-Limit': 'many' } })).toEqual([
      'GET /labels/{id} responds with 200 with a header X-RateLimit-Limit of many.',
      'GET /labels/{id} responds with 200 without the header ETag.',
    ]);
  });

  it('rejects another media type', () => {
    const [found] = violations({ headers: { ...headers, 'Content-Type': 'application/json' } });
    expect(found).toContain('as application/json instead of application/vnd.api+json.');
  });

  it.each([
    ['an attribute of another type', { ...label, attributes: { ...label.attributes, name: 7 } }],
    ['an undocumented attribute', { ...label, attributes: { ...label.attributes, secret: 'x' } }],
    ['an undocumented member', { ...label, owner: '3' }],
    ['another type of record', { ...label, type: 'artists' }],
    ['an undocumented relationship', { ...label, relationships: { owner: label.relationships.albums } }],
  ])('rejects %s', (_, data) => {
    expect(violations({ body: documentOf(data) })).toHaveLength(1);
  });

  it('rejects a missing attribute unless a sparse fieldset was requested', () => {
    const { name: _, ...attributes } = label.attributes;
    const body = documentOf({ ...label, attributes });
    expect(violations({ body })).toEqual(['GET /labels/{id} responds with 200 with labels that lack name.']);
    expect(violations({ body }, '/labels/17?fields[labels]=description')).toEqual([]);
  });

  it('rejects an error not documented for the route', () => {
    const error = {
      status: '404',
      code: 'unknown_related_record',
      title: 'Related record not found',
      detail: 'None.',
    };
    const body = { jsonapi: { version: '1.0' }, errors: [error] };
    const { ETag: _, ...plain } = headers;
    expect(violations({ status: 404, headers: plain, body })).toHaveLength(1);
    const known = { ...body, errors: [{ ...error, code: 'unknown_record', title: 'Not found' }] };
    expect(violations({ status: 404, headers: plain, body: known })).toEqual([]);
  });

  it('rejects an unexpected body', () => {
    const { ETag: _, 'Content-Type': __, ...plain } = headers;
    expect(violations({ status: 204, headers: plain }, '/labels/17', 'DELETE')).toHaveLength(1);
    expect(violations({ status: 204, headers: plain, text: undefined }, '/labels/17', 'DELETE')).toEqual([]);
  });
});
