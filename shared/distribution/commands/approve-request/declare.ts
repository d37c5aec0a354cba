import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const approveRequest = declareCommand({
  name: 'approve-request',
  help: 'Accepts a pending distribution request: the album is approved, and its deliveries to the stores begin.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['approve-request 114877148073984'],
});
