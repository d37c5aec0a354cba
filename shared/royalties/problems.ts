/** Problems of royalty payments. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const royaltyProblems = problemTable({
  payment_above_balance: {
    title: 'Payment above the balance',
    when: 'A payment is larger than the balance.',
  },
});
