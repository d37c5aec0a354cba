import * as v from 'valibot';
import { releaseForm } from '../../../catalogue/back-catalogue/release-form.ts';
import {
  declareCommand,
  filledIn,
  flag,
  hidden,
  recordId,
  value,
  values,
} from '../../../kit/commands/declare.ts';

const steps = ['check', 'write', 'share'] as const;

const genres = v.pipe(
  v.array(v.string(), 'must be a list'),
  v.everyItem((given) => /^[^=]*[^=\s][^=]*=[^=]*[^=\s][^=]*$/.test(given), 'must be written "NAME=GENRE"'),
);

export const importCatalogue = declareCommand({
  name: 'import-catalogue',
  help: 'Creates the releases of DDEX ERN 4.3 messages (.xml) and spreadsheets (.csv) for a user, through the same rules as requests of that user. Everything is checked before anything is written, what exists already is not changed, and the command can be repeated.',
  arguments: {
    from: value(v.optional(v.string()), {
      placeholder: 'FOLDER',
      help: 'the folder with the files, which are found anywhere below it; required',
    }),
    user: recordId('users', 'the user who will own the releases'),
    masters: value(v.optional(v.string()), {
      placeholder: 'URL',
      help: 'https address of the folder to which relative addresses of audio, video and artwork are added',
    }),
    genre: values(v.optional(genres), {
      placeholder: 'NAME=GENRE',
      help: 'what a genre of the files is in /genres, such as "J-Pop=Pop"',
    }),
    check: flag('only checks the files and compares them with the catalogue'),
    step: filledIn(v.optional(v.picklist(steps), 'check')),
    releases: hidden(v.optional(v.array(releaseForm), [])),
  },
  isRecorded: ({ step }) => step !== undefined && step !== 'check',
  examples: [
    'import-catalogue --from back-catalogue --user 114876805523268 --check',
    'import-catalogue --from back-catalogue --user 114876805523268 --masters https://files.example/masters --stage prod',
    'import-catalogue --from back-catalogue --user 114876805523268 --genre "Visual Kei=Rock" --genre "Enka=World"',
  ],
});
