import * as v from 'valibot';
import { declareCommand, value } from '../../../kit/commands/declare.ts';

export const reindex = declareCommand({
  name: 'reindex',
  help: 'Rewrites records stored under an older declaration, so that new filters and links find them. Continues webhook events whose messages were lost. Scans the whole table. If it stops early, it prints a position from which to continue.',
  arguments: {
    from: value(v.optional(v.pipe(v.string(), v.includes(' ', 'must be a position printed by reindex'))), {
      placeholder: 'POSITION',
      help: 'the position printed by an earlier run',
    }),
  },
  examples: ['reindex'],
});
