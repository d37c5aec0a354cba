/** Why an attempt failed, as the owner of the endpoint is told. */
import type { AttemptResult } from '../sending/attempt.ts';
import type { PostError } from '../sending/post.ts';

/** 'status': the receiver answered, but not with 2xx. */
export type FailureReason = PostError | 'refused_address' | 'status';

/** @returns null when the attempt was acknowledged. */
export function failureReason({ outcome, error }: AttemptResult): FailureReason | null {
  if (outcome === 'acknowledged') return null;
  switch (error) {
    case null:
      return 'status';
    // One reason for all refusals: the owner must not learn which names our network knows.
    case 'url_refused':
    case 'unresolvable':
    case 'address_refused':
      return 'refused_address';
    default:
      return error;
  }
}
