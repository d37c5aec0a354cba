/** Why an attempt failed, as the owner of the endpoint sees it. */
import type { FailureReason } from '../rules/webhook-delivery.ts';
import type { AttemptResult } from '../sending/attempt.ts';

/** @returns null if the attempt was acknowledged. */
export function failureReason({ outcome, error }: AttemptResult): FailureReason | null {
  if (outcome === 'acknowledged') return null;
  switch (error) {
    case null:
      return 'status';
    // These share one reason. Distinct reasons would let the owner probe names of our network.
    case 'url_refused':
    case 'unresolvable':
    case 'address_refused':
      return 'refused_address';
    default:
      return error;
  }
}
