/** What can be wrong with payments of royalties. */
import type { ProblemDefinition } from '../kit/declare/problem-definition.ts';

export const royaltyProblems = {
  payment_above_balance: {
    status: 422,
    title: 'Payment above the balance',
    when: 'A payment is larger than the balance.',
  },
} as const satisfies Readonly<Record<string, ProblemDefinition>>;
