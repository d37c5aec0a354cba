import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../../../infra/app.ts';
import { attr, text } from '../../../../shared/kit/declare/attribute.ts';
import { checkDeclarations } from '../../../../shared/kit/declare/check-declarations.ts';
import { exact, has, related } from '../../../../shared/kit/declare/filter.ts';
import { toMany, toOne } from '../../../../shared/kit/declare/relationship.ts';
import { defineResource as defineDescribed, type Resource } from '../../../../shared/kit/declare/resource.ts';
import type { View } from '../../../../shared/kit/declare/view.ts';
import { definitions } from '../../../../shared/service/definitions.ts';
import type { Feature, Fitting } from '../../../../shared/service/feature-members.ts';
import { serveGroup } from '../../../../shared/service/serve-group.ts';
import { defineApi } from '../../../support/define-api.ts';
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

const checking =
  (resource: Resource, keys = {}) =>
  () =>
    checkDeclarations(defineApi({ resources: [resource], keys: { things: keys } }));

/** As shared/service/features.ts. */
const fitting = <const F extends Readonly<Record<string, Feature>>>(features: F & Fitting<F>) => features;
const nothing = { find: async () => [], owned: async () => [], linking: async () => [] };

describe('a contradictory declaration', () => {
  it('does not compile if a filter, sort or include names an unknown field', () => {
    // @ts-expect-error there is no attribute nmae
    defineResource({ ...plain, filters: { name: exact('nmae') } });
    // @ts-expect-error there is no attribute nmae
    defineResource({ ...plain, sorts: ['nmae'] });
    // @ts-expect-error there is no relationship owner
    defineResource({ ...plain, includes: ['owner'] });
    // @ts-expect-error nor to reuse by
    defineResource({ ...plain, smartCreation: { by: 'nmae', updates: [] } });
  });

  it('does not compile without a sentence for each public field', () => {
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

  it('does not compile without a key row or records, or with parts of unknown types', () => {
    const types = [defineResource(plain)] as const;
    const keys = { things: {} };
    fitting({ part: { types, keys, views: { things: {} }, hooks: { things: {} } } });
    // @ts-expect-error things has no key row
    fitting({ part: { types } });
    // @ts-expect-error things has no key row
    fitting({ part: { types, keys: { thinks: {} } } });
    // @ts-expect-error there are no thinks to show
    fitting({ part: { types, keys, views: { thinks: {} } } });
    // @ts-expect-error there are no thinks to find
    fitting({ part: { types, keys, sources: { thinks: nothing } } });
    // @ts-expect-error there are no thinks to write
    fitting({ part: { types, keys }, other: { types: [], hooks: { thinks: {} } } });
    const colours = [defineResource({ ...plain, type: 'colours', owner: 'platform' })] as const;
    fitting({ part: { types: colours, reference: { colours: () => [] } } });
    // @ts-expect-error colours have no records
    fitting({ part: { types: colours } });
    const keyless = defineApi({ resources: types, keys: {} });
    expect(() => checkDeclarations(keyless)).toThrow('The type things has no key row');
  });

  it('does not compile without each action and endpoint', () => {
    const respond = async () => ({ status: 200 });
    const resend = { 'webhook-events': { resend: respond } };
    const actions = { ...resend, 'webhook-endpoints': { recover: respond, 'rotate-secret': respond } };
    // @ts-expect-error webhook-endpoints declare test, too
    serveGroup('webhooks', { actions });
    // @ts-expect-error webhook-endpoints declare actions, too
    serveGroup('webhooks', { actions: resend });
    // @ts-expect-error analytics declares download-report
    serveGroup('analytics', {});
    // @ts-expect-error labels declare no actions
    serveGroup('labels', { actions: resend });
    // @ts-expect-error no type or endpoint is of lables
    serveGroup('lables', {});
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
    expect(checking(stranger)).toThrow('The type houses is not declared: add it to types in feature.ts.');
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
    const ends = { whole: toOne('things'), parts: toMany('things') };
    for (const filter of [related('whole', { via: 'parts' }), related('parts', { via: 'whole' })])
      expect(checking(defineResource({ ...plain, relationships: ends, filters: { filter } }))).toThrow(
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
    const things = { resources: [defineResource(plain)], keys: { things: {} } };
    expect(() => checkDeclarations(defineApi({ ...things, sources: { nothings: nothing } }))).toThrow(
      'The type nothings has a source, but is not declared.',
    );
    const sourced = defineApi({ ...things, sources: { things: nothing } });
    expect(() => checkDeclarations(sourced)).toThrow('The type things needs both a source');
    expect(checking(defineResource(plain), { within: true })).toThrow('The type things needs both a source');
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
          'The type houses is not declared: add it to types in feature.ts.',
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
  it('uses indexed fields or declares that it reads whole records', async () => {
    const { indexedFields } = await import('../../../../shared/kit/records/layout.ts');
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
