/** Converts a response to the gateway's format and adds the ETag, rate-limit and security headers. */
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { environment } from '../../platform/settings.ts';
import { securityHeaders } from '../declare/security-headers.ts';
import { MEDIA_TYPE } from '../jsonapi/types.ts';
import { digestOf } from '../table/digest.ts';
import { problem } from '../values/problems.ts';
import { budgetHeaders } from './rate-limit.ts';
import type { RequestState } from './request-state.ts';
import type { ApiResponse } from './response.ts';

export function writeResponse(state: RequestState, response: ApiResponse): APIGatewayProxyStructuredResultV2 {
  const { status, document, version } = response;
  const { method, headers } = state.request;
  const text = document && JSON.stringify(document);
  const etag = version !== undefined && text !== undefined ? etagOf(version, text) : undefined;
  const body =
    response.text?.body ??
    (document && text && checkedSize(response.remarks ? withRemarks(document, response) : text));
  const isRead = method === 'GET' || method === 'HEAD';
  const isNotModified = isRead && etag !== undefined && matches(headers['if-none-match'], etag);
  const omitsBody = isNotModified || method === 'HEAD';
  return {
    statusCode: isNotModified ? 304 : status,
    headers: {
      ...securityHeaders(environment('BASE_URL')),
      ...(state.budget && budgetHeaders(state.budget)),
      ...(body !== undefined && !isNotModified && { 'Content-Type': contentTypeOf(state, response) }),
      ...(etag && { ETag: etag }),
      ...response.headers,
    },
    ...(body !== undefined && !omitsBody && { body }),
  };
}

const withRemarks = (document: { readonly meta?: object }, { remarks }: ApiResponse): string =>
  JSON.stringify({ ...document, meta: { ...document.meta, ...remarks } });

/** Lambda's limit of 6 MB applies to the body as a JSON string. 16 KB are reserved for headers. */
const MAX_BYTES = 6 * 1024 * 1024 - 16 * 1024;

/** An escaped character takes at most 7 bytes, so short bodies are not measured. */
export const isShortEnough = (body: string): boolean =>
  body.length * 7 <= MAX_BYTES || Buffer.byteLength(JSON.stringify(body)) <= MAX_BYTES;

/** @throws response_too_large. Only lists can reach the limit. */
function checkedSize(body: string): string {
  if (isShortEnough(body)) return body;
  const detail = 'The response would exceed 6 MB. Request a smaller page or fewer fields.';
  throw problem('response_too_large', detail, { parameter: 'page[size]' });
}

/** Authentication endpoints return plain JSON, but JSON:API errors. */
function contentTypeOf({ match }: RequestState, { status, text }: ApiResponse): string {
  if (text) return text.contentType;
  const serving = match?.route.serving;
  return serving?.does === 'endpoint' && status < 400 ? serving.endpoint.contentType : MEDIA_TYPE;
}

/** `"<version>-<digest>"`. If-Match compares only the version, If-None-Match the whole tag. */
const etagOf = (version: number, body: string): string => `"${version}-${digestOf(body).slice(0, 16)}"`;

/** Weak comparison (RFC 9110, 13.1.2). */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
