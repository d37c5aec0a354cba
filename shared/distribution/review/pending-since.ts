/** Since when a pending request has waited for a decision. */
import type { DistributionRequest } from '../api/distribution-requests.ts';

export const pendingSince = ({ fields }: DistributionRequest): Date =>
  new Date(fields.decisions.at(-1)?.at ?? fields['created-at']);
