import * as v from 'valibot';
import { declareCommand, secret, value } from '../../../kit/commands/declare.ts';
import { text } from '../../../kit/declare/attribute.ts';
import { dspData } from '../../../reference/data/dsps.ts';
import { users } from '../../api/users.ts';
import { password } from '../../rules/password.ts';
import { capabilitySwitches } from '../capability-switches.ts';

const everyDsp = () => dspData.rows().map(({ id }) => id);

const dspList = v.optional(
  v.pipe(
    v.string('must be a list of ids'),
    v.transform((list) => [...new Set(list.split(',').map((id) => id.trim()))]),
    v.check((ids) => ids.every((id) => everyDsp().includes(id)), 'must be ids of DSPs, such as 1,4'),
  ),
  () => everyDsp().join(','),
);

export const createOrganization = declareCommand({
  name: 'create-organization',
  help: 'Creates an organization and its first administrator, who can sign in immediately. Prints both ids.',
  arguments: {
    name: value(text(1, 255), { placeholder: 'TEXT', help: 'name of the organization' }),
    'admin-name': value(text(1, 255), { placeholder: 'TEXT', help: 'name of the administrator' }),
    'admin-email': value(users.attributes.email.schema, {
      placeholder: 'EMAIL',
      help: 'e-mail address the administrator signs in with',
    }),
    'admin-password': secret(
      password,
      "the administrator's password: at least 8 characters with an upper-case letter",
    ),
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
