import { declareCommand, recordId } from '../../../kit/commands/declare.ts';

export const approveRequest = declareCommand({
  name: 'approve-request',
  help: 'Approves a pending distribution request and its album, and starts the deliveries to the stores.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
  },
  positional: ['id'],
  examples: ['approve-request 114877148073984'],
});
