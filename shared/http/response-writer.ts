/** Writes an answer out for the gateway: body, media type, ETag, the budget of a counted request, and the headers of all. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { problem } from '../domain/problems.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import { environment } from '../settings.ts';
import { etagOf, matches } from './etag.ts';
import { budgetHeaders } from './rate-limit.ts';
import type { RequestState } from './request-state.ts';
import type { ApiResponse } from './response.ts';

export function writeResponse(state: RequestState, response: ApiResponse): APIGatewayProxyStructuredResultV2 {
  const { status, document, version } = response;
  const { method, headers } = state.request;
  const body = document === undefined ? undefined : checkedSize(JSON.stringify(document));
  const etag = version !== undefined && body !== undefined ? etagOf(version, body) : undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  const isNotModified = isRead && etag !== undefined && matches(headers['if-none-match'], etag);
  const omitsBody = isNotModified || method === 'HEAD';
  return {
    statusCode: isNotModified ? 304 : status,
    headers: {
      ...securityHeaders(),
      ...(state.budget && budgetHeaders(state.budget)),
      ...(body !== undefined && !isNotModified && { 'Content-Type': contentTypeOf(state, status) }),
      ...(etag && { ETag: etag }),
      ...response.headers,
    },
    ...(body !== undefined && !omitsBody && { body }),
  };
}

/** A function answers with 6 MB at most, the body being one JSON string in it; headers take a little. */
const MAX_BYTES = 6 * 1024 * 1024 - 16 * 1024;

/** @throws response_too_large. Only lists come near. */
function checkedSize(body: string): string {
  // Escaped, a character has 7 bytes at most: short bodies need no count.
  if (body.length * 7 <= MAX_BYTES || Buffer.byteLength(JSON.stringify(body)) <= MAX_BYTES) return body;
  throw problem(
    'response_too_large',
    'So many records fit no answer: ask for a smaller page, or fewer fields.',
    {
      parameter: 'page[size]',
    },
  );
}

/** Authentication speaks plain JSON; its errors are JSON:API documents like all others. */
function contentTypeOf({ match }: RequestState, status: number): string {
  const serving = match?.route.serving;
  return serving?.does === 'endpoint' && status < 400 ? serving.endpoint.contentType : MEDIA_TYPE;
}

const securityHeaders = (): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  ...(environment('BASE_URL').startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});
