import * as v from 'valibot';
import { declareCommand } from '../../../kit/commands/declare.ts';
import { pageAfter, pageLimit } from '../../../kit/commands/paging.ts';

const POSITION = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w-]{16}$/;

export const listImports = declareCommand({
  name: 'list-imports',
  help: 'Lists the imports of store reports with their state and the numbers of lines, newest first.',
  isRecorded: false,
  arguments: {
    limit: pageLimit,
    after: pageAfter(
      v.pipe(v.string(), v.regex(POSITION, 'must be the position at the end of a page of this list')),
    ),
  },
  examples: ['list-imports', 'list-imports --limit 10'],
});
