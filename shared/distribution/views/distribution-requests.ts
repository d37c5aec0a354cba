/** Tells why a distribution request was rejected. */
import { viewOf } from '../../kit/declare/view.ts';
import { distributionRequests } from '../api/distribution-requests.ts';

export const distributionRequestsView = viewOf(distributionRequests, {
  complete: async (records) =>
    records.map((record) => {
      const { status, decisions } = record.fields;
      const reason = status === 'rejected' ? decisions.at(-1)?.reason : null;
      // The specification lists the attributes, so the reason is in `meta`.
      return { ...record, meta: { reason: reason ?? null } };
    }),
});
