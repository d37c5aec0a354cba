/** Calls to a function as the gateway makes them, for functions run inside a test. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect } from 'vitest';
import { handler as auth } from '../../functions/auth/handler.ts';
import { handler as operate } from '../../functions/operate/handler.ts';
import type { Capability } from '../../shared/accounts/sign-in/caller.ts';
import type { ApiHandler } from '../../shared/kit/http/stack.ts';
import { MEDIA_TYPE } from '../../shared/kit/jsonapi/types.ts';
import { expectContract } from './contract/expect-contract.ts';

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  /** A document, a text as it is, or bytes. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceAddress?: string;
}

export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
  readonly body: any;
}

/** @param status what the response must have: the first thing a test is to say. */
export async function call(handler: ApiHandler, status: number, request: Call): Promise<CallResponse> {
  const response = await send(handler, request);
  const title = `${request.method ?? 'GET'} ${request.path}: ${JSON.stringify(response.body)}`;
  expect(response.status, title).toBe(status);
  return response;
}

/** For tests in which the status is the question. */
export async function send(handler: ApiHandler, request: Call): Promise<CallResponse> {
  const { statusCode = 0, body, headers = {} } = await handler(eventOf(request), {});
  const response = { status: statusCode, headers: headers as Record<string, string>, text: body };
  expectContract(handler, request, response);
  return {
    status: response.status,
    headers: response.headers,
    body: body === undefined ? undefined : JSON.parse(body),
  };
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

type Switches = { readonly [C in Capability]?: boolean };

/** Gives or takes capabilities of an account. */
export async function setCapabilities({ userId }: Person, switches: Switches): Promise<void> {
  const outcome = await operate({
    command: 'set-capabilities',
    positionals: [userId],
    arguments: switches,
    actor: 'test',
  });
  if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
}

export const PASSWORD = 'Correct-Horse-1';
let organizations = 0;

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly token: string;
}

/**
 * An organization with an admin who is signed in.
 * @param switches capabilities of the account, as an operator sets them.
 * @example await newAdmin({ video: true, 'music-videos': true })
 */
export async function newAdmin(switches: Switches = {}): Promise<Person> {
  organizations += 1;
  const email = `admin-${organizations}-${randomUUID()}@example.com`;
  const outcome = await operate({
    command: 'create-organization',
    arguments: {
      name: `Org ${organizations}`,
      'admin-name': 'Ada',
      'admin-email': email,
      'admin-password': PASSWORD,
      ...switches,
    },
    actor: 'test',
  });
  if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
  const { 'organization-id': organizationId, 'admin-id': userId } = outcome.result as Record<string, string>;
  return {
    email,
    userId: String(userId),
    organizationId: String(organizationId),
    token: await signIn(email),
  };
}

export async function signIn(email: string, password = PASSWORD): Promise<string> {
  const body = { email, password, grant_type: 'password' };
  const headers = { 'content-type': 'application/json' };
  const response = await call(auth, 200, { method: 'POST', path: '/oauth/token', body, headers });
  return String(response.body.access_token);
}
