/** Users of an organization, managed by its admins (specification 2.2, 4.3). */
import * as v from 'valibot';
import { attr, emailAddress, flag, oneOf, sentOnly, text, timestamps } from '../../kit/declare/attribute.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { anyOf, boolean, date, exact, known } from '../../kit/declare/filter.ts';
import { toMany, toOne } from '../../kit/declare/relationship.ts';
import { defineResource } from '../../kit/declare/resource.ts';
import { showsDocument } from '../../kit/declare/shown-response.ts';
import { password } from '../rules/password.ts';
import { assignableRoles, roles } from '../rules/roles.ts';

export const users = defineResource({
  type: 'users',
  about: 'A person or program that signs in, in an organization.',
  fields: {
    name: 'The first name, or the name of a program.',
    email: 'The address for signing in.',
    password: 'The password for signing in. It is never shown.',
    role: 'What the user may do.',
    lastname: 'The last name.',
    phone: 'A telephone number.',
    'provided-by': 'Where the account comes from, as a free text.',
    'is-disabled': 'Whether the user is locked out.',
    'fingerprint-dsp-allowed': 'Whether the user may choose fingerprint DSPs.',
    'streaming-dsp-allowed': 'Whether the user may choose streaming DSPs.',
    'white-label': 'The organization.',
    'parent-user': 'The user who created the account.',
    dsps: 'The stores that the user may choose.',
  },
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  docs: [
    'Passwords have at most 1,024 characters. An upper-case letter of any script counts.',
    'E-mail addresses are unique regardless of case. Quoted local parts, address literals and international addresses are valid; invisible characters are not. `filter[email]` and `filter[emails]` are case-sensitive.',
    'Disabling a user ends all sessions of the user, who must sign in again once enabled. Webhook endpoints of a disabled user keep receiving events.',
    "The DSPs of a new user must be among those assigned to the caller, regardless of the caller's flags. An unknown DSP is rejected like one that is not assigned to the caller.",
    '`/users/{id}/dsps` and its linkage show the effective DSPs. PATCH replaces all assigned DSPs, effective or not. POST and DELETE leave ineffective DSPs unchanged.',
    'The items of `/users/assignable-roles` are plain objects, as the specification defines them.',
  ],
  attributes: {
    name: attr(text(1, 255), { required: true }),
    email: attr(emailAddress(255), { required: true }),
    /** The hash is stored in a separate row. */
    password: sentOnly(password, { required: true, writable: 'once' }),
    role: attr(oneOf(roles), {
      required: true,
      sent: oneOf(assignableRoles('admin').map(({ slug }) => slug)),
      shown: oneOf(roles),
    }),
    lastname: attr(v.nullable(text(0, 255))),
    phone: attr(v.nullable(text(0, 20))),
    'provided-by': attr(v.nullable(text(0, 255))),
    'is-disabled': attr(flag(), { initial: false }),
    'fingerprint-dsp-allowed': attr(flag(), { initial: false }),
    'streaming-dsp-allowed': attr(flag(), { initial: false }),
    ...timestamps,
  },
  relationships: {
    'white-label': toOne('white-labels', { from: 'owner' }),
    'parent-user': toOne('users', { writable: 'never' }),
    // An unknown DSP is reported together with DSPs that are not assigned to the caller.
    dsps: toMany('dsps', { unknownIds: 'left-to-rules' }),
  },
  operations: ['list', 'read', 'create', 'update'],
  actions: {
    'assignable-roles': {
      method: 'GET',
      on: 'collection',
      operationId: 'listAssignableRoles',
      summary: 'List the roles that the caller can assign',
      parameters: 'none',
      response: showsDocument(
        v.strictObject({
          jsonapi: v.strictObject({ version: v.literal('1.0') }),
          data: v.array(v.strictObject({ slug: oneOf(roles), name: v.string() })),
        }),
      ),
    },
  },
  rejections: ['rank_not_below', 'dsp_not_assigned'],
  filters: {
    id: anyOf('id'),
    name: exact('name'),
    names: anyOf('name'),
    email: exact('email'),
    emails: anyOf('email'),
    role: known('role', roles),
    'is-disabled': boolean('is-disabled'),
    'created-at': date('created-at'),
    'updated-at': date('updated-at'),
  },
  sorts: ['name', 'lastname', 'email', 'created-at', 'updated-at'],
  includes: ['white-label', 'parent-user', 'dsps'],
});

export type User = Stored<typeof users>;
