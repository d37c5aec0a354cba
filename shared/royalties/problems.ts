/** Problems of royalty payments and statements. */
import { problemTable } from '../kit/declare/problem-definition.ts';

export const royaltyProblems = problemTable({
  payment_above_balance: {
    title: 'Payment above the balance',
    when: 'A payment is larger than the balance.',
  },
  statement_in_preparation: {
    status: 503,
    title: 'Statement in preparation',
    when: 'The statement is long, and some of its months, or parts of them, are still being computed. Each request computes more of them. Try again after `Retry-After` seconds.',
    headers: { 'Retry-After': '1' },
  },
});
