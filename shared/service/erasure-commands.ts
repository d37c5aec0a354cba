/** Operators' commands that erase users and organizations, as data. */
import * as v from 'valibot';
import { flag, personal, recordId, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';

export const eraseUser = declareCommand({
  name: 'erase-user',
  help:
    'Erases the personal data of a user permanently: names, e-mail address, phone, password, sessions and when it was used. ' +
    'The user can no longer sign in, its tokens stop working, and its webhook endpoints are disabled. Its records stay, ' +
    'under its id. The last administrator of an organization who can sign in cannot be erased. Lists and logs lose the ' +
    'names some minutes later. Repeat the command to see whether this has finished.',
  arguments: { 'user-id': recordId('users', 'the user') },
  positional: ['user-id'],
  examples: ['erase-user 114876805523268'],
});

export const eraseOrganization = declareCommand({
  name: 'erase-organization',
  help:
    'Erases an organization permanently with its users and everything it has: catalogue, requests, deliveries, matches, ' +
    'webhooks, usage, royalties, files in the bucket and the log of commands about it. Only the monthly sums that accounting needs are ' +
    'kept, under ids, for the number of years that the stage sets. Rejected while stores have, or are getting, its releases. First ' +
    'waits for 16 minutes in which nothing can be changed, and takes an hour or longer. Repeat the command to see the progress. ' +
    'Start with --check, which shows what would be removed and what prevents it.',
  arguments: {
    'organization-id': recordId('white-labels', 'the organization'),
    confirm: personal(
      value(v.optional(v.string()), {
        placeholder: 'NAME',
        help: 'the name of the organization; required to erase it',
      }),
    ),
    'without-export': flag('erases an organization that was never exported'),
    'despite-balance': flag('erases an organization to which money is owed'),
    check: flag('only shows what would be removed, and what prevents that'),
  },
  isRecorded: ({ check }) => check !== true,
  positional: ['organization-id'],
  examples: [
    'erase-organization 114876805523200 --check',
    'erase-organization 114876805523200 --confirm "Blue Harbour"',
  ],
});
