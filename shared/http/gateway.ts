/** The gateway's events (HTTP API, payload format 2.0) in, its results out: the one file that knows their form. */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { VERSION_PATH } from '../jsonapi/links.ts';
import type { Request } from './request.ts';
import type { Response } from './response.ts';

/** @returns the request with its body still as text: the media type has not been looked at yet. */
export function toRequest(event: APIGatewayProxyEventV2): Request {
  const { requestContext, rawPath, rawQueryString, headers, body, isBase64Encoded } = event;
  const bare = rawPath.startsWith(`${VERSION_PATH}/`) ? rawPath.slice(VERSION_PATH.length) : rawPath;
  const rawBody = body && isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  return {
    id: requestContext.requestId,
    method: requestContext.http.method,
    path: bare,
    query: [...new URLSearchParams(rawQueryString)],
    headers,
    rawBody: rawBody === '' ? undefined : rawBody,
    body: undefined,
    sourceAddress: requestContext.http.sourceIp,
  };
}

export interface Outgoing extends Response {
  /** The document, written out. */
  readonly body?: string;
}

export function toResult({ status, headers = {}, body }: Outgoing): APIGatewayProxyStructuredResultV2 {
  return { statusCode: status, headers: { ...headers }, ...(body !== undefined && { body }) };
}
