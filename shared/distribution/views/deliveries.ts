/** Shows what of a delivery its events name, and why it is attempted again. */
import { viewOf } from '../../kit/declare/view.ts';
import { deliveries } from '../api/deliveries.ts';

export const deliveriesView = viewOf(deliveries, {
  complete: async (records) =>
    records.map((record) => {
      const { status, 'store-delivery-id': id, 'last-error': error } = record.fields;
      // The specification lists the attributes, so these are in `meta`.
      return {
        ...record,
        meta: { 'store-delivery-id': id, 'last-error': status === 'pending' ? error : null },
      };
    }),
});
