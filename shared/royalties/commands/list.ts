/** The commands about royalties, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import { listBalances, listPayments, payRoyalties, voidPayment } from '../commands.ts';

export const royaltiesCommands = [
  listed(payRoyalties, () => import('./pay-royalties.ts')),
  listed(voidPayment, () => import('./void-payment.ts')),
  listed(listBalances, () => import('./list-balances.ts')),
  listed(listPayments, () => import('./list-payments.ts')),
] as const;
