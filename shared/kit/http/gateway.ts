/** Reads requests from gateway events (HTTP API, payload format 2.0). */
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { VERSION_PATH } from '../jsonapi/links.ts';
import { clientAddress } from './firewall.ts';
import type { ApiRequest } from './request.ts';

/** @returns the request with an unparsed body, because its media type has not been checked yet. */
export function toRequest(event: APIGatewayProxyEventV2): ApiRequest {
  const { requestContext, rawPath, rawQueryString, headers, body, isBase64Encoded } = event;
  const bare = rawPath.startsWith(`${VERSION_PATH}/`) ? rawPath.slice(VERSION_PATH.length) : rawPath;
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return {
    id: requestContext.requestId,
    method: requestContext.http.method,
    path: bare,
    urlBytes: Buffer.byteLength(rawPath) + Buffer.byteLength(rawQueryString),
    // URLSearchParams drops one leading question mark. The added one keeps the name `?x` of `??x=1` intact.
    query: [...new URLSearchParams(`?${rawQueryString}`)],
    headers,
    rawBody: bytes.length > 0 ? bytes.toString() : undefined,
    isText: isUtf8(bytes),
    body: undefined,
    sourceAddress: clientAddress(event),
  };
}
