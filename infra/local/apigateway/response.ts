/** The HTTP response for what a function returns. */
import type { OutgoingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import type { InvocationOutcome } from '../lambda/invocation-outcome.ts';

export interface GatewayResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer;
}

const headerValue = v.union([v.string(), v.number(), v.boolean()]);
const responseSchema = v.object({
  statusCode: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.transform(Number))]),
    v.integer(),
    v.minValue(200),
    v.maxValue(599),
  ),
  headers: v.nullish(v.record(v.string(), headerValue)),
  cookies: v.nullish(v.array(v.string())),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

/** A response of the gateway itself. */
export function gatewayMessage(status: number, message: string): GatewayResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
}

export const serverError = () => gatewayMessage(500, 'Internal Server Error');

/** A malformed result is a 500. */
export function gatewayResponse({ payload, isError }: InvocationOutcome): GatewayResponse {
  if (isError) return serverError();
  const result: unknown = JSON.parse(payload);
  // In format 2.0, a result without a status code is the body.
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    return { status: 200, headers: { 'content-type': 'application/json' }, body: payload };
  }
  const parsed = v.safeParse(responseSchema, result);
  if (!parsed.success) return serverError();
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output;
  const sent: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers ?? {})) sent[name.toLowerCase()] = String(value);
  if (body) sent['content-type'] ??= 'text/plain;charset=UTF-8';
  if (cookies && cookies.length > 0) sent['set-cookie'] = cookies;
  return {
    status: statusCode,
    headers: sent,
    body: isBase64Encoded ? Buffer.from(body ?? '', 'base64') : (body ?? ''),
  };
}
