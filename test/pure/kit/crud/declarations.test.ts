import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../../../infra/app.ts';
import { defineApi } from '../../../../shared/kit/declare/api.ts';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import { checkDeclarations } from '../../../../shared/kit/declare/check-declarations.ts';
import { define } from '../../../../shared/kit/declare/definitions.ts';
import { exact, has, related } from '../../../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import { defineResource as defineDescribed } from '../../../../shared/kit/declare/resource.ts';
import { showsNothing } from '../../../../shared/kit/declare/shown-response.ts';
import type { View } from '../../../../shared/kit/declare/view.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import { handlerOf, makeHandler } from '../../../../shared/service/handler.ts';
import { problems } from '../../../../shared/service/problems.ts';
import { webhooksDeclared } from '../../../../shared/webhooks/declared.ts';
import { toyApi } from '../../../support/toy-api.ts';
import { defineResource } from '../../../support/undescribed.ts';

const plain = {
  type: 'things',
  group: 'things',
  owner: 'user',
  pageMeta: 'kebab',
  attributes: { name: attr(text(1)) },
  relationships: {},
  operations: ['read'],
} as const;

type Given = Parameters<typeof defineApi>[0]['resources'][number];

const apiOf = (resource: Given, keys = {}) =>
  define(defineApi({ resources: [resource], endpoints: [], keys: { things: keys } }), {
    reference: {},
    problems,
  });
const checking =
  (resource: Given, keys = {}) =>
  () =>
    checkDeclarations(apiOf(resource, keys));

describe('a declaration that contradicts itself', () => {
  it('does not compile when a filter, sort or include names an unknown field', () => {
    // @ts-expect-error there is no attribute nmae
    defineResource({ ...plain, filters: { name: exact('nmae') } });
    // @ts-expect-error there is no attribute nmae
    defineResource({ ...plain, sorts: ['nmae'] });
    // @ts-expect-error there is no relationship owner
    defineResource({ ...plain, includes: ['owner'] });
    // @ts-expect-error nor to reuse by
    defineResource({ ...plain, smartCreation: { by: 'nmae', updates: [] } });
  });

  it('does not compile without a sentence for each field that clients send or see', () => {
    const described = { ...plain, about: 'A thing.', attributes: {} };
    const says = 'The name.';
    const hidden = { writable: 'never', readable: 'never' } as const;
    defineDescribed({
      ...described,
      attributes: { name: attr(text(1), { says }), flags: attr(text(1), hidden) },
    });
    // @ts-expect-error responses show it
    defineDescribed({ ...described, attributes: { name: attr(text(1), { writable: 'never' }) } });
    // @ts-expect-error requests send it
    defineDescribed({ ...described, attributes: { name: attr(text(1), { readable: 'never' }) } });
    // @ts-expect-error the relationship has no sentence
    defineDescribed({ ...described, relationships: { home: toOne('houses', { required: true }) } });
    // @ts-expect-error nor has this one
    defineDescribed({ ...described, relationships: { parts: toMany('things') } });
  });

  it('does not compile without a key row, or without a handler for each action', () => {
    const lists = { resources: [defineResource(plain)], endpoints: [] };
    // @ts-expect-error things has no key row
    const keyless = define(defineApi({ ...lists, keys: {} }), { reference: {}, problems });
    expect(() => checkDeclarations(keyless)).toThrow('The type things has no key row');
    const actions = { 'webhook-endpoints': { 'rotate-secret': async () => ({ status: 200 }) } };
    const implemented = () =>
      // @ts-expect-error webhook-endpoints declare test, too
      makeHandler('webhooks', { features: [webhooksDeclared], actions });
    expect(implemented).toThrow('webhook-endpoints test');
  });

  it('is rejected with a remedy', () => {
    const required = {
      ...plain,
      attributes: { name: attr(text(1), { required: true, writable: 'never' }) },
    } as const;
    expect(checking(defineResource(required))).toThrow(
      'things.name cannot be both required and never writable.',
    );
    const stranger = defineResource({ ...plain, relationships: { home: toOne('houses') } });
    expect(checking(stranger)).toThrow(
      'The type houses is not declared: add it to declared.ts of its feature.',
    );
    const inverse = defineResource({
      ...plain,
      relationships: { parts: toMany('things', { inverse: 'whole' }) },
    });
    expect(checking(inverse)).toThrow('needs the link whole in the key row of things.');
    const counted = defineResource({
      ...plain,
      relationships: { parts: toMany('things') },
      filters: { 'has-parts': has('parts') },
    });
    expect(checking(counted)).toThrow("has('parts') requires a to-many relationship");
    const both = { ...plain, relationships: { name: toOne('things') } } as const;
    expect(checking(defineResource(both))).toThrow('both an attribute and a relationship');
    const writable = defineResource({
      ...plain,
      relationships: { up: toOne('things'), down: toMany('things', { inverse: 'up', writable: 'always' }) },
    });
    expect(checking(writable, { links: { up: {} } })).toThrow(
      'things.down is an inverse. Make things.up writable',
    );
    const early = defineResource({
      ...plain,
      relationships: { others: toMany('things', { linkage: 'single', writable: 'always' }) },
    });
    expect(checking(early)).toThrow('things.others is looked up before a write, so it cannot be writable');
    const asked = defineResource({
      ...plain,
      relationships: { parts: toMany('things') },
      filters: { parts: related('parts') },
    });
    expect(checking(asked)).toThrow('requires a to-one relationship or a link type');
    const things = { whole: toOne('things'), parts: toMany('things') };
    for (const filter of [related('whole', { via: 'parts' }), related('parts', { via: 'whole' })])
      expect(checking(defineResource({ ...plain, relationships: things, filters: { filter } }))).toThrow(
        'requires a to-one relationship, then a link type',
      );
    const cascading = toOne('things', { onDelete: 'cascade' });
    expect(checking(defineResource({ ...plain, relationships: { up: cascading } }))).toThrow(
      'things.up cascades or is cleared. Set the max of its link in the key row.',
    );
    const deletable = { ...plain, operations: ['read', 'delete'] } as const;
    for (const [up, links] of [
      [toOne('things', { counted: true }), {}],
      [toOne('things'), { up: { max: 3 } }],
    ] as const) {
      expect(checking(defineResource({ ...deletable, relationships: { up } }), { links })).toThrow(
        'things.up is listed or counted. Make it block deletion, cascade or be cleared.',
      );
    }
    const nested = defineResource({
      ...plain,
      relationships: { up: toOne('things') },
      includes: ['up.down'],
    });
    expect(checking(nested)).toThrow('include up.down uses a relationship that things does not have.');
    const smart = defineResource({ ...plain, smartCreation: { by: 'name', updates: [] } });
    expect(checking(smart)).toThrow("needs unique: { name: 'owner' }");
    const nobody = { find: async () => [], owned: async () => [], linking: async () => [] };
    const sources = { nothings: nobody } as Record<string, typeof nobody>;
    const declared = defineApi({ resources: [defineResource(plain)], endpoints: [], keys: { things: {} } });
    expect(() => checkDeclarations(define(declared, { reference: {}, problems, sources }))).toThrow(
      'The type nothings has a source, but is not declared.',
    );
    const sourced = define(declared, { reference: {}, problems, sources: { things: nobody } });
    expect(() => checkDeclarations(sourced)).toThrow('The type things needs both a source');
    expect(checking(defineResource(plain), { within: true })).toThrow('The type things needs both a source');
    const polish = {
      method: 'POST',
      on: 'record',
      operationId: 'polishThing',
      summary: 'Polish a thing',
      parameters: 'none',
      response: showsNothing(204),
    } as const;
    const acting = apiOf(defineResource({ ...plain, actions: { polish } }));
    expect(() => handlerOf(acting, { group: 'things' })).toThrow('has no implementation of');
  });
});

describe('the check of declarations', () => {
  it('accepts all declarations of the service', () => {
    expect(() => checkDeclarations(definitions)).not.toThrow();
    expect(() => checkDeclarations(toyApi)).not.toThrow();
  });

  it('reports every fault once', () => {
    const wrong = defineResource({
      ...plain,
      relationships: { home: toOne('houses'), office: toOne('houses') },
      smartCreation: { by: 'name', updates: [] },
    });
    expect(checking(wrong, { sortedBy: 'age', links: { home: {}, office: {}, name: {} } })).toThrow(
      new Error(
        [
          'The type houses is not declared: add it to declared.ts of its feature.',
          'things: No index is left for the link name. Set its max, or add an index to tableShape.',
          'things: the link name is not a to-one relationship.',
          "things: smart creation by name needs unique: { name: 'owner' }.",
          'things is sorted by age, which is not an attribute.',
        ].join('\n'),
      ),
    );
  });

  it('runs when a stage is synthesized', async () => {
    const views: Record<string, View | undefined> = definitions.views;
    views['nothings'] = {};
    onTestFinished(() => void delete views['nothings']);
    await expect(buildApp({ stage: 'local', environment: {} })).rejects.toThrow(
      'The type nothings has a view, but is not declared.',
    );
  });
});

describe('every filter and sort of a declaration', () => {
  it('uses indexed fields, or declares that it reads whole records', async () => {
    const { indexedFields } = await import('../../../../shared/kit/records/rows.ts');
    const { definitions: api } = await import('../../../../shared/service/definitions.ts');
    for (const { resources, keys } of [api, toyApi]) {
      for (const resource of resources) {
        const indexed = indexedFields(resource, (keys as Record<string, object>)[resource.type] ?? {});
        const asked = Object.values(resource.filters).filter(({ from }) => from === 'index');
        for (const field of [...asked.map((filter) => filter.field), ...resource.sorts]) {
          expect(field === 'id' || indexed.has(field), `${resource.type}: ${field}`).toBe(true);
        }
      }
    }
  });
});
