/** The command that opens the console, which only runs on the operator's machine. */
import * as v from 'valibot';
import { flag, value } from '../../../shared/kit/commands/arguments.ts';
import { declareCommand } from '../../../shared/kit/commands/declare.ts';

const port = v.pipe(
  v.string('must be a port'),
  v.regex(/^\d{1,5}$/, 'must be a port'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port'),
);

export const consoleCommand = declareCommand({
  name: 'console',
  help:
    'Opens the console in the browser, where releases are reviewed and the stage is run. It is served on this ' +
    'machine until the command ends, and acts only through these commands, with your credentials.',
  isRecorded: false,
  arguments: {
    port: value(v.optional(port), { placeholder: 'PORT', help: 'its port; by default any that is free' }),
    print: flag('prints the address instead of opening the browser'),
  },
  examples: ['console', 'console --stage prod', 'console --print --port 4000'],
});
