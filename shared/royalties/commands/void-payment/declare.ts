import { declareCommand, recordId, value } from '../../../kit/commands/declare.ts';
import { text } from '../../../kit/declare/attribute.ts';
import { royaltyPayments } from '../../api/royalties.ts';

export const voidPayment = declareCommand({
  name: 'void-payment',
  help:
    'Voids a payment of royalties. Its status becomes failed, a second payment of the negative amount follows with the ' +
    'same reference, and neither counts in the balance. The reason is shown to the user. Voiding a payment again ' +
    'changes nothing. Its reference cannot be used for another payment.',
  arguments: {
    reference: value(royaltyPayments.attributes.reference.schema, {
      placeholder: 'TEXT',
      help: 'the reference of the payment',
    }),
    user: recordId('users', 'the user who was paid'),
    reason: value(text(1, 1000), { placeholder: 'TEXT', help: 'reason, for the record and for the user' }),
  },
  positional: ['reference'],
  examples: ['void-payment PAY-2026-10-001 --user 114876805523268 --reason "Paid to the wrong account."'],
});
