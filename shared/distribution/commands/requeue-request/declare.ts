/** requeue-request: a distribution request whose deliveries all failed, or that was rejected, is reviewed again. */
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';

export const requeueRequest = declareCommand({
  name: 'requeue-request',
  help: 'Puts a distribution request that is in error or rejected back to pending: it is reviewed again, and approval makes new deliveries. Fails while the album has another open request.',
  arguments: {
    id: value(id, { placeholder: 'ID', help: 'the distribution request', of: 'distribution-requests' }),
  },
  positional: ['id'],
  examples: ['requeue-request 114877148073984'],
});
