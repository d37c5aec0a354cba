/** People of an organization: managed by its administrators, and the owners of all that is catalogued. */
import * as v from 'valibot';
import { roles } from '../auth/caller.ts';
import { attr, flag, oneOf, text, timestamps } from './define/attribute.ts';
import { toOne } from './define/relationship.ts';
import { defineResource } from './define/resource.ts';

export const users = defineResource({
  type: 'users',
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 255), { required: true }),
    email: attr(v.pipe(text(3, 255), v.email('must be a valid e-mail address')), { required: true }),
    role: attr(oneOf(roles), { required: true }),
    'is-disabled': attr(flag(), { initial: false }),
    ...timestamps,
  },
  relationships: { 'white-label': toOne('white-labels', { from: 'owner' }) },
  operations: ['list', 'read'],
  sorts: ['name', 'email', 'created-at', 'updated-at'],
  includes: ['white-label'],
});
