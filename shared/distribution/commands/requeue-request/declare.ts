import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const requeueRequest = declareCommand({
  name: 'requeue-request',
  help: 'Returns a distribution request that is rejected or in error to pending. It is reviewed again, and approval creates new deliveries. Fails while the album has another open request.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['requeue-request 114877148073984'],
});
