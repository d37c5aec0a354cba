/** Calls to a function as the gateway makes them, for functions run inside a test. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect } from 'vitest';
import { handler as auth } from '../../functions/auth/handler.ts';
import { handler as operate } from '../../functions/operate/handler.ts';
import { users } from '../../shared/accounts/api/users.ts';
import { create } from '../../shared/accounts/commands/create-organization.ts';
import { createOrganization } from '../../shared/accounts/commands.ts';
import { credentialsKey } from '../../shared/accounts/keys.ts';
import { openSession } from '../../shared/accounts/sign-in/access.ts';
import type { Capability } from '../../shared/accounts/sign-in/caller.ts';
import { issueToken } from '../../shared/accounts/sign-in/tokens.ts';
import type { ApiHandler } from '../../shared/kit/http/stack.ts';
import { type Store, storeOf } from '../../shared/kit/records/store.ts';
import { equal, rowExists } from '../../shared/kit/table/expressions.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { Table } from '../../shared/kit/table/table.ts';
import type { Write } from '../../shared/kit/table/write.ts';
import { once } from '../../shared/platform/once.ts';
import { readSettings } from '../../shared/platform/settings.ts';
import { api } from '../../shared/service/api.ts';
import { expectContract } from './contract/expect-contract.ts';
import { type Call, eventOf } from './event-of.ts';

export interface CallResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
  readonly body: any;
}

/** @param status of the expected response, so that each call states it. */
export async function call(handler: ApiHandler, status: number, request: Call): Promise<CallResponse> {
  const response = await send(handler, request);
  const title = `${request.method ?? 'GET'} ${request.path}: ${JSON.stringify(response.body)}`;
  expect(response.status, title).toBe(status);
  return response;
}

/** For tests that check the status themselves. */
export async function send(handler: ApiHandler, request: Call): Promise<CallResponse> {
  const { statusCode = 0, body, headers = {} } = await handler(eventOf(request), {});
  const response = { status: statusCode, headers: headers as Record<string, string>, text: body };
  expectContract(handler, request, response);
  return {
    status: response.status,
    headers: response.headers,
    body: body === undefined || isText(response) ? body : JSON.parse(body),
  };
}

const isText = ({ headers }: Pick<CallResponse, 'headers'>): boolean =>
  headers['Content-Type']?.startsWith('text/') === true;

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
const organizations = once(() => ({ count: 0 }));

export interface Person {
  readonly email: string;
  readonly userId: string;
  readonly organizationId: string;
  readonly token: string;
}

/**
 * An organization with an admin who is signed in: the rows that the command and a sign-in write, in a few
 * milliseconds.
 * @param switches capabilities of the account, as an operator sets them.
 * @example await newAdmin({ video: true, 'music-videos': true })
 */
export async function newAdmin(switches: Switches = {}): Promise<Person> {
  const now = new Date();
  const store = storeOf(api, { table: new Table(), now });
  const given = v.parse(createOrganization.schema, organization(switches));
  const ids = await create(given, passwordHash, store);
  const { 'organization-id': organizationId, 'admin-id': userId } = ids;
  const email = given['admin-email'];
  const proof = { check: credentialsKey(userId), condition: equal('hash', passwordHash) };
  return { email, userId, organizationId, token: await newSession(userId, { store, proof }) };
}

/** A session of someone who was moved to this stage without a password. */
export async function signedInAgain(person: Person): Promise<Person> {
  const store = storeOf(api, { table: new Table(), now: new Date() });
  const proof = { check: recordKey(users.type, person.userId), condition: rowExists };
  return { ...person, token: await newSession(person.userId, { store, proof }) };
}

/** The same by the command and a request: for tests about these. */
export async function signUp(switches: Switches = {}): Promise<Person> {
  const given = organization(switches);
  const outcome = await operate({ command: 'create-organization', arguments: given, actor: 'test' });
  if (!('result' in outcome)) throw new Error(JSON.stringify(outcome));
  const { 'organization-id': organizationId, 'admin-id': userId } = outcome.result as Record<string, string>;
  const email = given['admin-email'];
  return {
    email,
    userId: String(userId),
    organizationId: String(organizationId),
    token: await signIn(email),
  };
}

function organization(switches: Switches) {
  const number = ++organizations().count;
  return {
    name: `Org ${number}`,
    'admin-name': 'Ada',
    'admin-email': `admin-${number}-${randomUUID()}@example.com`,
    'admin-password': PASSWORD,
    ...switches,
  };
}

/** Of PASSWORD, at the lowest cost: hashes contain their parameters. */
const passwordHash = 'scrypt$2$1$1$c2FsdA$IJFQLdMPv4XuNcyIRxxyjRM7w4h_o_rGcfkCVHLzexw';

async function newSession(
  userId: string,
  { store: { table, now }, proof }: { store: Store; proof: Write },
): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + readSettings().tokenLifetimeSeconds;
  const sessionId = await openSession(table, {}, { userId, expires, now, proof });
  if (sessionId === undefined) throw new Error(`No session was opened for ${userId}.`);
  return issueToken({ userId, sessionId }, { now, expires });
}

export async function signIn(email: string, password = PASSWORD): Promise<string> {
  const body = { email, password, grant_type: 'password' };
  const headers = { 'content-type': 'application/json' };
  const response = await call(auth, 200, { method: 'POST', path: '/oauth/token', body, headers });
  return String(response.body.access_token);
}
