/** requeue-request: a distribution request whose deliveries all failed is reviewed again. */
import { declareCommand, id, value } from './declare.ts';

export const requeueRequest = declareCommand({
  name: 'requeue-request',
  help: 'Puts a distribution request in error back to pending: it is reviewed again, and approval makes new deliveries.',
  arguments: { id: value(id, { placeholder: 'ID', help: 'the distribution request' }) },
  positional: ['id'],
  examples: ['requeue-request 114877148073984'],
});
