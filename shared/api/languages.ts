/** Languages of ISO 639-1: in which a work is sung, or a release is described. */
import * as v from 'valibot';
import { attr, text } from './define/attribute.ts';
import { anyOf } from './define/filter.ts';
import { defineResource } from './define/resource.ts';

export const languages = defineResource({
  type: 'languages',
  group: 'reference',
  owner: 'platform',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 100)),
    code: attr(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
  },
  relationships: {},
  operations: ['list', 'read'],
  filters: { id: anyOf('id'), name: anyOf('name') },
  sorts: ['name'],
});
