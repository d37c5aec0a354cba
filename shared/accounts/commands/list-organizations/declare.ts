import { declareCommand } from '../../../kit/commands/declare.ts';
import { paging } from '../../../kit/commands/paging.ts';

export const listOrganizations = declareCommand({
  name: 'list-organizations',
  help: 'Lists all organizations, newest first.',
  isRecorded: false,
  arguments: paging,
  examples: ['list-organizations', 'list-organizations --limit 10 --after 114876805523200'],
});
