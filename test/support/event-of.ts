/** The event with which the gateway calls a function. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  /** A document, a text as it is, or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceAddress?: string;
}

export function eventOf({
  method = 'GET',
  path,
  token,
  body,
  headers,
  sourceAddress,
}: Call): APIGatewayProxyEventV2 {
  const [rawPath = '', rawQueryString = ''] = path.split(/\?(.*)/s);
  const isBase64Encoded = Buffer.isBuffer(body);
  const written = isBase64Encoded ? body.toString('base64') : JSON.stringify(body);
  const text = typeof body === 'string' ? body : written;
  const event = {
    rawPath,
    rawQueryString,
    headers: {
      accept: MEDIA_TYPE,
      ...(text !== undefined && { 'content-type': MEDIA_TYPE }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: text,
    isBase64Encoded,
    requestContext: {
      requestId: randomUUID(),
      http: { method, path: rawPath, sourceIp: sourceAddress ?? '192.0.2.1' },
    },
  };
  return event as unknown as APIGatewayProxyEventV2;
}
