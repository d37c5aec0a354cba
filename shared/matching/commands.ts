/** Operators' commands about matching, as data. What each does is in `commands/`. */
import * as v from 'valibot';
import { hidden, value } from '../kit/commands/arguments.ts';
import { declareCommand } from '../kit/commands/declare.ts';

/** Lines of one invocation, far below the 6 MB of a request to a function. */
export const MAX_LINES = 200;

export const importMatches = declareCommand({
  name: 'import-matches',
  help:
    'Imports matches of tracks that another service has found: a file with a JSON object in each line. A match is ' +
    'identified by source and id: importing it again replaces it, and "removed": true removes it. Rejected lines are ' +
    'printed with their numbers, and the others are imported. The command can be repeated.',
  arguments: {
    file: value(v.pipe(v.string(), v.minLength(1, 'needs the path of a file')), {
      placeholder: 'PATH',
      help: 'the file',
    }),
    lines: hidden(
      v.optional(v.pipe(v.array(v.unknown()), v.maxLength(MAX_LINES, `has at most ${MAX_LINES} lines`)), []),
    ),
  },
  positional: ['file'],
  isRecorded: ({ lines }) => Array.isArray(lines) && lines.length > 0,
  examples: ['import-matches found.jsonl', 'import-matches found.jsonl --stage prod'],
});
