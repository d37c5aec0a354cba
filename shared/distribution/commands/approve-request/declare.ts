/** approve-request: QA accepts a distribution request, and its deliveries begin. */
import { declareCommand, id, value } from '../../../kit/commands/declare.ts';

export const approveRequest = declareCommand({
  name: 'approve-request',
  help: 'Accepts a pending distribution request: the album is approved, and its deliveries to the stores begin.',
  arguments: {
    id: value(id, { placeholder: 'ID', help: 'the distribution request', of: 'distribution-requests' }),
  },
  positional: ['id'],
  examples: ['approve-request 114877148073984'],
});
