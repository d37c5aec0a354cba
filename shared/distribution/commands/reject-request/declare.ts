import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { anyText } from '../../../kit/declare/attribute.ts';

export const rejectRequest = declareCommand({
  name: 'reject-request',
  help: 'Rejects a distribution request that is pending or preapproved. The album of a takedown does not change.',
  arguments: {
    id: recordId('distribution-requests', 'the distribution request'),
    reason: value(anyText(1, 1000), { placeholder: 'TEXT', help: 'reason for the record' }),
  },
  positional: ['id'],
  examples: ['reject-request 114877148073984 --reason "The artwork shows a web address."'],
});
