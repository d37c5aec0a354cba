/** Organizations, called white labels in the specification. Each owns itself, so users see only their own. */
import * as v from 'valibot';
import { attr, hidden, text, timestamp, timestamps } from '../../kit/declare/attribute.ts';
import { defineResource } from '../../kit/declare/resource.ts';

export const whiteLabels = defineResource({
  type: 'white-labels',
  about: 'The organization of users, which operators create.',
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 255), { required: true, says: 'The name of the company.' }),
    /** Since when its users can change nothing. Not exported: it ends with the move of an organization. */
    'read-only-since': attr(v.nullable(timestamp), hidden),
    ...timestamps,
  },
  operations: ['read'],
});
