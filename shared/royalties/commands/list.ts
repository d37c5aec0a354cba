/** The commands about royalties, in the order of the help, with the code that runs each. */
import { listed } from '../../kit/commands/listed.ts';
import { payRoyalties, voidPayment } from '../commands.ts';

export const royaltiesCommands = [
  listed(payRoyalties, () => import('./pay-royalties.ts')),
  listed(voidPayment, () => import('./void-payment.ts')),
] as const;
