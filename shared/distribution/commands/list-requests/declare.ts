import * as v from 'valibot';
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';
import { paging } from '../../../kit/commands/paging.ts';
import { requestStatuses } from '../../rules/distribution.ts';

export const listRequests = declareCommand({
  name: 'list-requests',
  help: 'Lists distribution requests of all organizations, newest first.',
  isRecorded: false,
  arguments: {
    status: value(v.optional(v.picklist(requestStatuses, `must be one of ${requestStatuses.join(', ')}`)), {
      placeholder: 'STATUS',
      help: `only requests with this status: ${requestStatuses.join(', ')}`,
    }),
    organization: value(v.optional(id), { placeholder: 'ID', help: 'only requests of this organization' }),
    ...paging,
  },
  examples: ['list-requests --status pending', 'list-requests --organization 114876805523200'],
});
