/** Users of an organization, managed by its admins (specification 2.2, 4.3). */
import * as v from 'valibot';
import {
  attr,
  emailAddress,
  flag,
  hidden,
  oneOf,
  text,
  timestamp,
  timestamps,
} from '../../kit/declare/attribute.ts';
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
  group: 'users',
  owner: 'organization',
  pageMeta: 'kebab',
  attributes: {
    name: attr(text(1, 255), { required: true, says: 'The first name, or the name of a program.' }),
    email: attr(emailAddress(255), { required: true, says: 'The address for signing in.' }),
    /** The hash is stored in a separate row. */
    password: attr(password, {
      required: true,
      writable: 'once',
      readable: 'never',
      kept: false,
      says: 'The password for signing in, with at least 8 characters and an upper-case letter of any script. It is never shown.',
    }),
    role: attr(oneOf(roles), {
      required: true,
      sent: oneOf(assignableRoles('admin').map(({ slug }) => slug)),
      shown: oneOf(roles),
      says: 'What the user may do.',
    }),
    lastname: attr(v.nullable(text(0, 255)), { says: 'The last name.' }),
    phone: attr(v.nullable(text(0, 20)), { says: 'A telephone number.' }),
    'provided-by': attr(v.nullable(text(0, 255)), { says: 'Where the account comes from, as free text.' }),
    'is-disabled': attr(flag(), { initial: false, says: 'Whether the user is locked out.' }),
    'fingerprint-dsp-allowed': attr(flag(), {
      initial: false,
      says: 'Whether the user may choose fingerprint DSPs.',
    }),
    'streaming-dsp-allowed': attr(flag(), {
      initial: false,
      says: 'Whether the user may choose streaming DSPs.',
    }),
    /** When `erase-user` has removed what is personal. Few users have it. */
    'erased-at': attr(v.nullable(timestamp), { ...hidden, sparse: true }),
    ...timestamps,
  },
  relationships: {
    'white-label': toOne('white-labels', { from: 'owner', says: 'The organization.' }),
    'parent-user': toOne('users', { writable: 'never', says: 'The user who created the account.' }),
    // An unknown DSP is reported together with DSPs that are not assigned to the caller.
    dsps: toMany('dsps', { unknownIds: 'left-to-rules', says: 'The stores that the user may choose.' }),
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
  rejections: ['rank_not_below', 'dsp_not_assigned', 'user_erased'],
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
