/** show-request: a distribution request with its decisions and deliveries. */
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';

export const showRequest = declareCommand({
  name: 'show-request',
  help: 'Shows a distribution request: every decision with actor, time and reason, its deliveries and, before it is decided, a warning for each file that cannot be read.',
  arguments: {
    id: value(id, { placeholder: 'ID', help: 'the distribution request', of: 'distribution-requests' }),
  },
  positional: ['id'],
  examples: ['show-request 114877148073984'],
});
