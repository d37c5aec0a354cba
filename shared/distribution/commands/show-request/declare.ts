import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const showRequest = declareCommand({
  name: 'show-request',
  help: 'Shows a distribution request: every decision with actor, time and reason, its deliveries and, before it is decided, a warning for each file that cannot be read.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['show-request 114877148073984'],
});
