import * as v from 'valibot';
import { declareCommand, filledIn, hidden, id, value } from '../../../kit/commands/declare.ts';
import { moveKey } from '../move-key.ts';

const place = v.strictObject({
  file: v.string(),
  owner: v.string(),
  id: v.string(),
  by: v.optional(v.string()),
});

export const exportOrganization = declareCommand({
  name: 'export-organization',
  help: 'Writes everything of an organization into a new folder of readable files, from which import-organization restores it, on this or another stage. Passwords and signing secrets are included only encrypted with a passphrase.',
  arguments: {
    'organization-id': value(id, { placeholder: 'ID', help: 'the organization' }),
    to: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder, which must not exist or be empty; required',
    }),
    'passphrase-file': value(v.optional(v.string()), {
      placeholder: 'FILE',
      help: 'includes passwords and signing secrets, encrypted with the passphrase in this file',
    }),
    after: filledIn(v.optional(v.string())),
    until: filledIn(v.optional(v.string())),
    again: hidden(v.optional(v.array(place))),
    key: hidden(moveKey),
  },
  isRecorded: ({ after, again }) => after === undefined && again === undefined,
  positional: ['organization-id'],
  examples: [
    'export-organization 114876805523268 --to backup',
    'export-organization 114876805523268 --to backup --passphrase-file passphrase.txt',
  ],
});
