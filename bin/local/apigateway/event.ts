/** The event that a function receives for a request: payload format 2.0 of HTTP APIs. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { account } from '../template/addresses.ts';
import type { RouteMatch } from './routes.ts';

export interface GatewayRequest {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** The path that the function receives. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
  readonly match: Pick<RouteMatch<unknown>, 'routeKey' | 'pathParameters'>;
}

export function gatewayEvent({ request, body, path, query, match }: GatewayRequest): object {
  const { method = 'GET', headers, httpVersion, socket } = request;
  const sourceIp = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const { routeKey, pathParameters } = match;
  const domainName = (headers.host ?? 'localhost').replace(/:\d+$/, '');
  const now = new Date();
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    ...(headers.cookie && { cookies: headers.cookie.split(/; */) }),
    headers: headersOf(request, sourceIp, body.length),
    ...(query && { queryStringParameters: queryParameters(query) }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: account,
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: {
        method,
        path,
        protocol: `HTTP/${httpVersion}`,
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomBytes(11).toString('base64'),
      routeKey,
      stage: '$default',
      time: logTime(now),
      timeEpoch: now.getTime(),
    },
    ...bodyOf(body, headers['content-type']),
  };
}

/** Headers that are not forwarded (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function headersOf({ headers, socket }: IncomingMessage, sourceIp: string, bodyBytes: number) {
  const forwarded: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name === 'cookie' || hopByHop.has(name)) continue;
    forwarded[name] = Array.isArray(value) ? value.join(',') : value;
  }
  if (bodyBytes > 0) forwarded['content-length'] = String(bodyBytes);
  const before = forwarded['x-forwarded-for'];
  forwarded['x-forwarded-for'] = before ? `${before}, ${sourceIp}` : sourceIp;
  forwarded['x-forwarded-port'] = String(socket.localPort);
  forwarded['x-forwarded-proto'] = 'http';
  forwarded['x-amzn-trace-id'] = `Root=1-${randomUUID()}`;
  return forwarded;
}

function queryParameters(query: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(`?${query}`)) {
    const before = Object.hasOwn(parameters, name) ? `${parameters[name]},` : '';
    Object.defineProperty(parameters, name, { value: before + value, enumerable: true, configurable: true });
  }
  return parameters;
}

/** Bodies of these types are passed as text; all others, such as `application/vnd.api+json`, as base64. */
const textTypes = /^(text\/|application\/(json|xml|javascript)\b)/i;

function bodyOf(body: Buffer, contentType = ''): object {
  if (body.length === 0) return { isBase64Encoded: false };
  const isBase64Encoded = !textTypes.test(contentType);
  return { body: body.toString(isBase64Encoded ? 'base64' : 'utf8'), isBase64Encoded };
}

/** The format of access logs: `21/Nov/2026:13:29:41 +0000`. */
const logTime = (date: Date): string =>
  date.toUTCString().replace(/^\w+, (\d+) (\w+) (\d+) (\S+) GMT$/, '$1/$2/$3:$4 +0000');
