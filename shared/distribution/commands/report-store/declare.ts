import * as v from 'valibot';
import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { anyText } from '../../../kit/declare/attribute.ts';

export const reportStore = declareCommand({
  name: 'report-store',
  help: 'Records that a store has confirmed or rejected a delivery. A second, different report is rejected.',
  arguments: {
    'delivery-id': recordId('deliveries', 'the delivery'),
    outcome: value(v.picklist(['completed', 'rejected'], 'must be completed or rejected'), {
      placeholder: 'completed|rejected',
      help: 'the report of the store',
    }),
    reason: value(v.optional(anyText(1, 1000)), { placeholder: 'TEXT', help: "the store's message" }),
  },
  positional: ['delivery-id', 'outcome'],
  examples: [
    'report-store 114877148073984 completed',
    'report-store 114877148073984 rejected --reason "Wrong territory"',
  ],
});
