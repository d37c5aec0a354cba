/** How the document describes the responses that a declaration allows. */

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { oneOf, singularOf } from '../../../bin/openapi/document/names.ts';
import { openApiOf } from '../../../bin/openapi/document/openapi.ts';
import { attr, text } from '../../../shared/kit/declare/attribute.ts';
import { defineEndpoint } from '../../../shared/kit/declare/endpoint.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import { showsNothing } from '../../../shared/kit/declare/shown-response.ts';
import { defineApi } from '../../support/define-api.ts';
import { defineResource } from '../../support/undescribed.ts';

const plain = {
  type: 'things',
  group: 'things',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1, 20), { required: true }) },
  relationships: {},
  operations: ['read', 'create'],
} as const;

const file = defineEndpoint({
  name: 'file',
  group: 'things',
  method: 'GET',
  path: '/things/{id}/file',
  access: 'public',
  contentType: 'application/json',
  body: null,
  query: { signature: v.string() },
  summary: 'Get the file of a thing',
  response: showsNothing(302, { isLocated: true }),
  rejections: ['unknown_record'],
});

const documentOf = (more: Partial<Pick<Resource, 'attributes' | 'operations'>> = {}) =>
  openApiOf(
    defineApi({
      resources: [defineResource({ ...plain, ...more })],
      endpoints: [file],
      keys: { things: {} },
    }),
  );

describe('the documentation of a declaration', () => {
  it('describes a redirect without authentication and with its parameters', () => {
    expect(documentOf().paths['/things/{id}/file']).toMatchObject({
      parameters: [{ name: 'id', in: 'path', required: true }],
      get: {
        operationId: 'file',
        security: [],
        parameters: [{ name: 'signature', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { 302: { headers: { Location: {} } }, 404: {} },
      },
    });
  });

  it.each([
    ['of a type that clients create and that they can omit', ['read', 'create'], {}, true],
    ['of a type that clients create and that they must send', ['read', 'create'], { required: true }, false],
    ['of a type that only the service makes', ['read'], {}, false],
  ] as const)('states for an attribute %s whether it can be null', (_, operations, options, canBeNull) => {
    const { schemas } = documentOf({
      operations,
      attributes: { name: attr(text(1, 20), options) },
    }).components;
    const { attributes } = Object(schemas['things']).properties;
    const plainText = { type: 'string', minLength: 1, maxLength: 20 };
    const orNull = { anyOf: [plainText, { type: 'null' }] };
    expect(attributes.properties.name).toEqual(canBeNull ? orNull : plainText);
  });

  it('separates request members from response members', () => {
    const attributes = {
      ...plain.attributes,
      pin: attr(text(4, 4), { readable: 'never', kept: false }),
      at: attr(text(1), { writable: 'never' }),
    };
    const { schemas } = documentOf({ attributes }).components;
    const membersOf = (name: string) => Object(schemas[name]).properties.attributes.properties;
    expect(Object.keys(membersOf('things'))).toEqual(['name', 'at']);
    expect(Object.keys(membersOf('things.create'))).toEqual(['name', 'pin']);
    expect(membersOf('things').name).toEqual({ type: 'string', minLength: 1, maxLength: 20 });
  });

  it.each([
    ['cannot express', v.custom<string>(() => true)],
    ['accepts anything', v.unknown()],
    ['accepts anything', v.array(v.unknown())],
  ])('cannot be created from a schema that %s', (message, schema) => {
    const attributes = { ...plain.attributes, odd: attr(schema) };
    expect(() => documentOf({ attributes })).toThrow(message);
    const described = { ...plain.attributes, odd: attr(schema, { sent: v.string(), shown: v.string() }) };
    expect(() => documentOf({ attributes: described })).not.toThrow();
  });
});

it.each([
  ['albums', 'an album'],
  ['royalty-summaries', 'a royalty summary'],
  ['track-analyses', 'a track analysis'],
  ['track-matches', 'a track match'],
  ['album-statuses', 'an album status'],
  ['dsps', 'a DSP'],
  ['users', 'a user'],
])('the singular of %s with its article is %s', (type, words) => {
  expect(oneOf(type)).toBe(words);
  expect(singularOf(type).endsWith('ses')).toBe(false);
});
