/** The lists of deliveries that operators see. */

export const deliveryLists = ['pending', 'failing', 'sent'] as const;
export type DeliveryList = (typeof deliveryLists)[number];

/** Failing: the last attempt failed, there are no more attempts, or the store rejected what it got. */
export function deliveryListOf(fields: Readonly<Record<string, unknown>>): DeliveryList {
  const { status, report, 'last-error': lastError } = fields;
  if (status === 'error' || report === 'rejected' || typeof lastError === 'string') return 'failing';
  return status === 'pending' ? 'pending' : 'sent';
}
