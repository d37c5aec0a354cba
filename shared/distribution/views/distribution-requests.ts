/** Adds why a distribution request was rejected. */
import { viewOf } from '../../kit/declare/view.ts';
import { distributionRequests } from '../api/distribution-requests.ts';

export const distributionRequestsView = viewOf(distributionRequests, {
  complete: async (records) =>
    records.map((record) => {
      const { status, decisions } = record.fields;
      const reason = status === 'rejected' ? decisions.at(-1)?.reason : null;
      // In `meta`, because the specification defines the attributes.
      return { ...record, meta: { reason: reason ?? null } };
    }),
});
