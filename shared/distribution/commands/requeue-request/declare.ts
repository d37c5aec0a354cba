import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const requeueRequest = declareCommand({
  name: 'requeue-request',
  help: 'Puts a distribution request that is in error or rejected back to pending: it is reviewed again, and approval makes new deliveries. Fails while the album has another open request.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['requeue-request 114877148073984'],
});
