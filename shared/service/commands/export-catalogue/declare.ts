import * as v from 'valibot';
import { declareCommand, filledIn, recordId, value } from '../../../kit/commands/declare.ts';

const formats = ['ern', 'csv'] as const;

export const exportCatalogue = declareCommand({
  name: 'export-catalogue',
  help: 'Writes the releases of a user into a new folder, from which import-catalogue creates them again. Albums without a UPC or without tracks are omitted and listed.',
  arguments: {
    user: recordId('users', 'the owner of the releases'),
    to: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder, which must not exist or be empty; required',
    }),
    format: value(v.optional(v.picklist(formats, `must be ${formats.join(' or ')}`), 'ern'), {
      placeholder: formats.join('|'),
      help: 'a DDEX ERN 4.3 message for each release (ern, the default), or one spreadsheet (csv)',
    }),
    after: filledIn(v.optional(v.string())),
  },
  isRecorded: ({ after }) => after === undefined,
  examples: [
    'export-catalogue --user 114876805523268 --to catalogue',
    'export-catalogue --user 114876805523268 --to catalogue --format csv',
  ],
});
