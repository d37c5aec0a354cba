import { declareCommand, flag } from '../../../kit/commands/declare.ts';
import { paging } from '../../../kit/commands/paging.ts';

export const listDeliveries = declareCommand({
  name: 'list-deliveries',
  help: 'Lists deliveries of all organizations to stores, newest first.',
  isRecorded: false,
  arguments: {
    failing: flag('only those whose last attempt failed, which have failed, or which the store rejected'),
    ...paging,
  },
  examples: ['list-deliveries --failing', 'list-deliveries --limit 10'],
});
