/** The lists of deliveries that operators see. */

export const deliveryLists = ['pending', 'failing', 'sent'] as const;
export type DeliveryList = (typeof deliveryLists)[number];

/**
 * Failing: the last attempt failed, there are no more attempts, or the store rejected what it got.
 * Sent: all others, also those that failed and about which nothing is left to do, because a later delivery has
 * replaced them or their album was deleted.
 */
export function deliveryListOf(fields: Readonly<Record<string, unknown>>): DeliveryList {
  const { status, 'last-error': lastError, 'replaced-by': replacedBy, album } = fields;
  if (status === 'pending') return typeof lastError === 'string' ? 'failing' : 'pending';
  if (!hasFailed(fields)) return 'sent';
  return typeof replacedBy === 'string' || album === null ? 'sent' : 'failing';
}

/** Whether the store rejected it, immediately or later. */
export const isRejected = ({ report, failure }: Readonly<Record<string, unknown>>): boolean =>
  report === 'rejected' || failure === 'rejected';

/** Whether it ended without the store having it. */
export const hasFailed = ({ status, report }: Readonly<Record<string, unknown>>): boolean =>
  status === 'error' || report === 'rejected';
