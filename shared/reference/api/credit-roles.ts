/** Roles and instruments credited on a track, apart from the artist roles (specification 2.9, 2.3.2). */
import { attr, flag, hidden, oneOf, text } from '../../kit/declare/attribute.ts';
import { anyOf, exact, known } from '../../kit/declare/filter.ts';
import { defineResource, referenceData } from '../../kit/declare/resource.ts';

export const creditKinds = ['role', 'instrument'] as const;

export const creditRoles = defineResource({
  ...referenceData,
  type: 'credit-roles',
  about: 'A role or instrument of a person who worked on a track.',
  pageMeta: 'camel',
  attributes: {
    key: attr(text(1, 64), { says: 'The role in `extended-credits`.' }),
    name: attr(text(1, 100), { says: 'The name in English.' }),
    kind: attr(oneOf(creditKinds), { says: 'Whether it is a role or an instrument.' }),
    /** False for a role that is retired but still used by existing tracks. */
    'is-listed': attr(flag(), hidden),
  },
  filters: { id: anyOf('id'), key: exact('key', { max: 64 }), kind: known('kind', creditKinds) },
  sorts: ['kind', 'name', 'key'],
  defaultSort: ['-kind', 'name'],
  listedBy: 'is-listed',
  pageSize: { standard: 1000, max: 1000 },
});
