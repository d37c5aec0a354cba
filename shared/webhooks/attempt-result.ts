/** What came of one attempt to deliver an event to an endpoint. */
import type { UrlRejection } from '../platform/egress/address-guard.ts';
import type { RequestError } from '../platform/egress/send-request.ts';

export interface AttemptResult {
  readonly outcome: 'acknowledged' | 'failed';
  readonly status: number | null;
  readonly retryAfter: string | null;
  /** When it started. */
  readonly at: string;
  /** The time until the status was received. */
  readonly durationMs: number;
  /** The beginning of the body, without secrets; null if there is none. */
  readonly excerpt: string | null;
  /** Why there is no response status; null if there is one. */
  readonly error: UrlRejection['code'] | RequestError | null;
}
