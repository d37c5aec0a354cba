/** One attempt to deliver one event to one endpoint: checks the URL, signs and posts. */
import { type GuardOptions, outgoingTarget, type UrlRejection } from '../../platform/egress/address-guard.ts';
import type { KeptConnections } from '../../platform/egress/kept-connections.ts';
import type { AttemptResult } from '../attempt-result.ts';
import { type PostResponse, post } from './post.ts';
import { signature } from './signature.ts';

interface WebhookRequest {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  readonly secret: string;
}

/** The time limit is from the DNS lookup to the response status. */
export interface AttemptOptions extends GuardOptions {
  readonly now?: () => Date;
  readonly connections?: KeptConnections;
}

/** @internal Tests compare it with the guide. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

const NO_RESPONSE = { outcome: 'failed', status: null, retryAfter: null, excerpt: null } as const;

/**
 * Makes one attempt. Every behavior of the receiver leads to a result, and only 2xx acknowledges.
 * @throws only on faults of this machine, which must not count against the endpoint.
 */
export async function attempt(request: WebhookRequest, options: AttemptOptions): Promise<AttemptResult> {
  const { timeoutMs = ATTEMPT_TIMEOUT_MS, now = () => new Date() } = options;
  const at = now().toISOString();
  const startedAt = performance.now();
  const deadline = new AbortController();
  // The timer of AbortSignal.timeout would not keep the process alive.
  const timer = setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const response = await send(request, { ...options, now, timeoutMs, signal: deadline.signal });
    const durationMs = Math.round(performance.now() - startedAt);
    if ('error' in response) return { ...NO_RESPONSE, at, durationMs, error: response.error };
    const { status, retryAfter } = response;
    const outcome = status >= 200 && status <= 299 ? 'acknowledged' : 'failed';
    return { outcome, status, retryAfter, at, durationMs, excerpt: await response.excerpt, error: null };
  } finally {
    clearTimeout(timer);
  }
}

type SendOptions = AttemptOptions & {
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly signal: AbortSignal;
};

async function send(
  { url, eventId, body, secret }: WebhookRequest,
  { now, signal, connections, ...guard }: SendOptions,
): Promise<PostResponse | { error: UrlRejection['code'] }> {
  const target = await outgoingTarget(url, guard);
  if ('rejection' in target) return { error: target.rejection.code };
  const signed = signature({ secret, body, sentAt: now() });
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    'Service-Event-Id': eventId,
    'Service-Signature': signed,
  };
  const secrets = [secret, signed.slice(-64)];
  return post({ ...target, headers, body, secrets, signal, ...(connections && { connections }) });
}
