import * as v from 'valibot';
import { declareCommand, filledIn, flag, hidden, id, value } from '../../../kit/commands/declare.ts';
import { moveKey } from '../move-key.ts';

const steps = ['check', 'write', 'finish'] as const;

export const importOrganization = declareCommand({
  name: 'import-organization',
  help: 'Restores what export-organization wrote, with the same ids. Everything is checked before anything is written, what exists already is not changed, and no webhooks are sent. The command can be repeated.',
  arguments: {
    from: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder of the export; required',
    }),
    check: flag('only checks the files and compares them with the stage'),
    'passphrase-file': value(v.optional(v.string()), {
      placeholder: 'FILE',
      help: 'restores passwords and signing secrets with the passphrase of the export; otherwise, passwords must be reset, and endpoints are disabled until their secrets are rotated',
    }),
    'take-over': flag(
      'continues unfinished work here, such as deliveries; only after the other stage has stopped serving the organization',
    ),
    'without-usage': flag('omits plays, revenue and lines of store reports'),
    'organization-id': filledIn(v.optional(id)),
    step: filledIn(v.optional(v.picklist(steps), 'check')),
    file: filledIn(v.optional(v.string(), '')),
    lines: hidden(v.optional(v.array(v.record(v.string(), v.unknown())), [])),
    key: hidden(moveKey),
  },
  isRecorded: ({ step }) => step !== 'check',
  examples: [
    'import-organization --from backup --check',
    'import-organization --from backup --passphrase-file passphrase.txt --take-over --stage prod',
  ],
});
