/** Adds how a distribution request was reviewed. */
import { viewOf } from '../../kit/declare/view.ts';
import { type DistributionRequest, distributionRequests } from '../api/distribution-requests.ts';

export const distributionRequestsView = viewOf(distributionRequests, {
  complete: async (records) =>
    records.map((record) => {
      const { status, decisions } = record.fields;
      const reason = status === 'rejected' ? decisions.at(-1)?.reason : null;
      // In `meta`, because the specification defines the attributes.
      return { ...record, meta: { reason: reason ?? null, review: reviewOf(decisions) } };
    }),
});

/** Decisions of operators and of the service. Owners decide before the review. */
const REVIEWS: ReadonlySet<string> = new Set(['approve', 'refuse']);

/** Without the reviewer, whom owners do not know. @returns null until the request is reviewed, or again. */
function reviewOf(decisions: DistributionRequest['fields']['decisions']) {
  // What happens to the deliveries follows the review.
  const last = decisions.findLast(({ decision }) => decision !== 'fail');
  return last && REVIEWS.has(last.decision) ? { reason: last.reason, 'decided-at': last.at } : null;
}
