/** The gateway's events (HTTP API, payload format 2.0) as requests; its results are written in response-writer.ts. */
import { isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { VERSION_PATH } from '../jsonapi/links.ts';
import type { ApiRequest } from './request.ts';

/** @returns the request with its body still as text: the media type has not been looked at yet. */
export function toRequest(event: APIGatewayProxyEventV2): ApiRequest {
  const { requestContext, rawPath, rawQueryString, headers, body, isBase64Encoded } = event;
  const bare = rawPath.startsWith(`${VERSION_PATH}/`) ? rawPath.slice(VERSION_PATH.length) : rawPath;
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  return {
    id: requestContext.requestId,
    method: requestContext.http.method,
    path: bare,
    // URLSearchParams drops a leading question mark: the added one keeps `??x=1` a parameter called `?x`.
    query: [...new URLSearchParams(`?${rawQueryString}`)],
    headers,
    rawBody: bytes.length > 0 ? bytes.toString() : undefined,
    isText: isUtf8(bytes),
    body: undefined,
    sourceAddress: requestContext.http.sourceIp,
  };
}
