/** Operators' commands about accounts, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { flag, onOff, paging, personal, recordId, secret, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';
import { text } from '../kit/declare/attribute.ts';
import { dspData } from '../reference/data/dsps.ts';
import { users } from './api/users.ts';
import { capabilitySwitches } from './capability-switches.ts';
import { password } from './rules/password.ts';

const everyDsp = () => dspData.rows().map(({ id }) => id);

const dspList = v.optional(
  v.pipe(
    v.string('must be a list of ids'),
    v.transform((list) => [...new Set(list.split(',').map((id) => id.trim()))]),
    v.check((ids) => ids.every((id) => everyDsp().includes(id)), 'must be ids of DSPs, such as 1,4'),
  ),
  () => everyDsp().join(','),
);

const newEmail = (help: string) =>
  personal(value(users.attributes.email.schema, { placeholder: 'EMAIL', help }));

const adminPassword = secret(
  password,
  "the administrator's password: at least 8 characters with an upper-case letter",
);

export const createOrganization = declareCommand({
  name: 'create-organization',
  help: 'Creates an organization and its first administrator, who can sign in immediately. Prints both ids.',
  arguments: {
    name: value(text(1, 255), { placeholder: 'TEXT', help: 'name of the organization' }),
    'admin-name': personal(value(text(1, 255), { placeholder: 'TEXT', help: 'name of the administrator' })),
    'admin-email': newEmail('e-mail address the administrator signs in with'),
    'admin-password': adminPassword,
    dsps: value(dspList, {
      placeholder: 'IDS',
      help: 'comma-separated ids of the DSPs the administrator may distribute to; all by default',
    }),
    ...capabilitySwitches,
  },
  examples: [
    'create-organization --name "Blue Room" --admin-name Ada --admin-email ada@example.com --dsps 1,4 --video',
  ],
});

export const setReadOnly = declareCommand({
  name: 'set-read-only',
  help:
    'Stops all changes by the users of an organization from their next request on, for example while it is moved. They can ' +
    'still sign in and read, and a change returns 403. Passwords and sessions stay. Work in progress continues, such as reviews, ' +
    'deliveries and webhooks, and so do operator commands. With --end, everything can be changed again.',
  arguments: {
    'organization-id': recordId('white-labels', 'the organization'),
    end: flag('allows changes again'),
  },
  positional: ['organization-id'],
  examples: ['set-read-only 114876805523200', 'set-read-only 114876805523200 --end'],
});

export const addAdmin = declareCommand({
  name: 'add-admin',
  help:
    'Creates another administrator of an organization, who can sign in immediately. The administrator gets the DSPs and ' +
    'capabilities of the given user.',
  arguments: {
    'organization-user-id': recordId('users', 'a user of the organization, such as its first administrator'),
    name: personal(value(text(1, 255), { placeholder: 'TEXT', help: 'name of the administrator' })),
    email: newEmail('e-mail address the administrator signs in with'),
    'admin-password': adminPassword,
  },
  positional: ['organization-user-id'],
  examples: ['add-admin 114876805523268 --name Grace --email grace@example.com'],
});

export const changeEmail = declareCommand({
  name: 'change-email',
  help:
    'Changes the e-mail address with which a user signs in, effective immediately. The password and the sessions stay ' +
    'as they are. To end the sessions, use reset-password.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    email: newEmail('the new e-mail address'),
  },
  positional: ['user-id'],
  examples: ['change-email 114876805523268 --email ada@example.com'],
});

const emailArgument = personal(
  value(v.pipe(v.string('must be an e-mail address'), v.includes('@', 'must be an e-mail address')), {
    placeholder: 'EMAIL',
    help: 'e-mail address the user signs in with',
  }),
);

export const resetPassword = declareCommand({
  name: 'reset-password',
  help: 'Sets a new password for a user and ends all of its sessions. A disabled user stays disabled.',
  arguments: {
    email: emailArgument,
    password: secret(password, 'the new password: at least 8 characters with an upper-case letter'),
  },
  positional: ['email'],
  examples: ['reset-password ada@example.com', 'reset-password ada@example.com --password - < password.txt'],
});

export const setCapabilities = declareCommand({
  name: 'set-capabilities',
  help:
    'Sets the capabilities of a user, effective from the next request. Capabilities without a switch do ' +
    'not change.',
  arguments: {
    'user-id': recordId('users', 'the user'),
    ...capabilitySwitches,
    streaming: onOff('the user may distribute to streaming DSPs'),
    fingerprint: onOff('the user may distribute to fingerprint DSPs'),
  },
  positional: ['user-id'],
  examples: [
    'set-capabilities 114876805523268 --video on --preapproval off',
    'set-capabilities 114876805523268 --fingerprint off',
  ],
});

export const listOrganizations = declareCommand({
  name: 'list-organizations',
  help: 'Lists all organizations, newest first.',
  isRecorded: false,
  arguments: paging,
  examples: ['list-organizations', 'list-organizations --limit 10 --after 114876805523200'],
});

const EMAIL_OR_ID = /^\d+$|@/;
const says = 'must be an e-mail address or an id';

export const findUser = declareCommand({
  name: 'find-user',
  help: 'Shows a user, with its organization, role, capabilities and DSPs.',
  isRecorded: false,
  arguments: {
    user: personal(
      value(v.pipe(v.string(says), v.regex(EMAIL_OR_ID, says)), {
        placeholder: 'EMAIL|ID',
        help: 'e-mail address with which the user signs in, or its id, which is the tenant in logs',
      }),
    ),
  },
  positional: ['user'],
  examples: ['find-user ada@example.com', 'find-user 114876805523268'],
});

export const rotateStageSecret = declareCommand({
  name: 'rotate-stage-secret',
  help: 'Adds a version to the stage secret. Existing sessions and webhook secrets stay valid.',
  arguments: {},
  examples: ['rotate-stage-secret'],
});
