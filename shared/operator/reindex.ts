/** reindex: rewrites records that were written under an older declaration. */
import * as v from 'valibot';
import { declareCommand, value } from './declare.ts';

export const reindex = declareCommand({
  name: 'reindex',
  help: 'Rewrites the records whose type was declared differently when they were written, so that new filters and links find them. Reads the whole table; give the position it prints to go on where it stopped.',
  arguments: {
    from: value(v.optional(v.pipe(v.string(), v.includes(' ', 'must be a position that reindex printed'))), {
      placeholder: 'POSITION',
      help: 'the position at which an earlier run stopped',
    }),
  },
  examples: ['reindex'],
});
