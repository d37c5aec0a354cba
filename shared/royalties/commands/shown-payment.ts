/** A payment as shown to operators. */
import type { Payment } from '../find-payment.ts';

export const shownPayment = ({ id, ownerId, fields }: Payment) => {
  const { 'paid-at': _, reason, 'voided-by': voidedBy, ...shown } = fields;
  return {
    id,
    'user-id': ownerId,
    ...shown,
    ...(reason !== null && { reason }),
    ...(voidedBy !== null && { 'voided-by': voidedBy }),
  };
};
