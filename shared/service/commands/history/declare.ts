import * as v from 'valibot';
import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { pageAfter, pageLimit } from '../../../kit/commands/paging.ts';
import { moment } from '../../../kit/values/moment.ts';

const POSITION = /^\d{4}-\d\d-\d\dT[\d:.]+Z#[\w#~-]+$/;

export const history = declareCommand({
  name: 'history',
  help: 'Lists what happened in an organization, newest first: changes of records, commands of operators, and webhook events. Records are shown with their creation and last change; requests and deliveries with all their steps.',
  isRecorded: false,
  arguments: {
    organization: recordId('white-labels', 'the organization'),
    since: value(v.optional(moment), { placeholder: 'TIME', help: 'only from this day (UTC) or time' }),
    limit: pageLimit,
    after: pageAfter(
      v.pipe(v.string(), v.regex(POSITION, 'must be the position at the end of a page of this list')),
    ),
  },
  positional: ['organization'],
  examples: ['history 114876805523200', 'history 114876805523200 --since 2026-11-05 --limit 100'],
});
