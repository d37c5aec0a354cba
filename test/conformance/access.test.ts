/** Who may call what: every route, asked by everyone who must not. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessKey } from '../../shared/table/keys.ts';
import { Table } from '../../shared/table/table.ts';
import { type Person, signIn } from '../support/calls.ts';
import { withTable } from '../support/table.ts';
import { ask, nameOf, recordOf, requestTo, routeFor, routes, somebody } from './world.ts';

withTable();
let ada: Person;
let eve: Person;
beforeAll(async () => {
  [ada, eve] = await Promise.all([somebody(), somebody()]);
});

const guarded = routes.filter(({ access }) => access !== 'public');
const managed = routes.filter(({ access }) => access === 'admin');

/** Changes what the access row says of a person, as changing the user does. */
async function set(person: Person, name: string, value: unknown): Promise<void> {
  await new Table().commit([{ update: accessKey(person.userId), with: [{ set: name, to: value }] }]);
}

const claims = (token: string): { sub: string; jti: string; exp: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('without a live session', () => {
  it('every route answers 401', async () => {
    const ada = await somebody();
    const { sub, jti, exp } = claims(ada.token);
    const forged = new SignJWT({ sub, jti, exp, iss: 'music-distribution' }).setProtectedHeader({
      alg: 'HS256',
    });
    const unsigned = new UnsecuredJWT({ sub, jti, exp, iss: 'music-distribution' }).encode();
    const revoked = await signIn(ada.email);
    await ask(routeFor('POST', '/auth/logout'), 200, {
      method: 'POST',
      path: '/auth/logout',
      token: revoked,
    });
    const disabled = await somebody();
    await set(disabled, 'disabled', true);
    const tokens = {
      none: undefined,
      empty: '',
      nonsense: 'a.b.c',
      cut: ada.token.slice(0, -2),
      forged: await forged.sign(Buffer.alloc(32)),
      unsigned,
      revoked,
      disabled: disabled.token,
    };
    for (const route of guarded) {
      const request = await requestTo(route, ada, '1');
      for (const [kind, token] of Object.entries(tokens)) {
        const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const answer = await ask(route, 401, { ...request, headers });
        expect(answer.headers['WWW-Authenticate'], kind).toBe('Bearer');
        expect(answer.body.errors[0].status, kind).toBe('401');
      }
    }
    await ask(routeFor('GET', '/auth/me'), 200, { path: '/auth/me', token: ada.token });
  });

  it('signing out everywhere ends every session of the user, and nobody else’s', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const second = await signIn(ada.email);
    await ask(routeFor('POST', '/auth/logout-all'), 200, {
      method: 'POST',
      path: '/auth/logout-all',
      token: second,
    });
    for (const token of [ada.token, second])
      await ask(routeFor('GET', '/labels'), 401, { path: '/labels', token });
    await ask(routeFor('GET', '/labels'), 200, { path: '/labels', token: eve.token });
  });
});

describe.each(['manager', 'label', 'artist', 'analyst'])('the role %s', (role) => {
  it('is refused by every route but sign-in and sign-out', async () => {
    const person = await somebody();
    const requests = await Promise.all(managed.map((route) => requestTo(route, person, '1')));
    await set(person, 'role', role);
    for (const [index, route] of managed.entries()) {
      const request = requests[index] ?? { path: route.path };
      await ask(route, 403, { ...request, token: person.token });
    }
    await ask(routeFor('GET', '/auth/me'), 200, { path: '/auth/me', token: person.token });
  });
});

describe('an admin of another organization', () => {
  it.each(
    managed.filter(({ path }) => path.includes('{id}')).map((route) => [nameOf(route), route] as const),
  )('cannot %s', async (_, route) => {
    if (route.serving.does === 'endpoint' || route.serving.resource.owner === 'platform') return;
    const { type, foreignRecords } = route.serving.resource;
    const id = await recordOf(type, ada);
    const request = await requestTo(route, eve, id);
    const answer = await ask(route, foreignRecords === 'hidden' ? 404 : 403, {
      ...request,
      token: eve.token,
    });
    expect(JSON.stringify(answer.body)).not.toContain(id);
    if (foreignRecords === 'forbidden') return;
    const unknownId =
      type === 'webhook-events' ? `evt_${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}` : '1';
    const unknown = await ask(route, 404, { ...(await requestTo(route, eve, unknownId)), token: eve.token });
    expect(answer.body).toEqual(unknown.body);
  });

  it.each(
    managed.filter(({ serving }) => serving.does === 'list').map((route) => [nameOf(route), route] as const),
  )('does not see them by %s', async (_, route) => {
    if (route.serving.does !== 'list' || route.serving.resource.owner === 'platform') return;
    const id = await recordOf(route.serving.resource.type, ada);
    const list = await ask(route, 200, { path: route.path, token: eve.token });
    expect(list.body.data.map((record: { id: string }) => record.id)).not.toContain(id);
  });
});
