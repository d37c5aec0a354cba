/** Adds the store's report, the id used in events, and why a delivery is attempted again. */
import { viewOf } from '../../kit/declare/view.ts';
import { deliveries } from '../api/deliveries.ts';
import { storeReport } from '../store-report.ts';

export const deliveriesView = viewOf(deliveries, {
  complete: async (records) =>
    records.map((record) => {
      const { status, 'store-delivery-id': id, 'last-error': error } = record.fields;
      // In `meta`, because the specification defines the attributes.
      return {
        ...record,
        meta: {
          report: storeReport(record.fields),
          'store-delivery-id': id,
          'last-error': status === 'pending' ? error : null,
        },
      };
    }),
});
