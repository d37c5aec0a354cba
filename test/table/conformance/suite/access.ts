/** Calls every route as each kind of caller that must not use it. */
import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person, signIn } from '../../../support/calls.ts';
import { everyThird } from '../../../support/long-run.ts';
import { byName, type World } from '../world.ts';

/** Each gets a third of the routes in a run, and together they get all. */
const ROLES = ['manager', 'label', 'artist', 'analyst'];

export function describeAccess(world: World): void {
  describe('a request without an active session', () => {
    it('gets a 401 from every protected route', async () => {
      const ada = await newAdmin();
      const tokens = await deadTokens(ada);
      for (const route of world.routes.filter(({ access }) => access !== 'public')) {
        const request = await world.rejectedRequestTo(route, ada, '1');
        for (const [kind, token] of world.someFor(route, Object.entries(tokens))) {
          const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
          const response = await world.ask(route, 401, { ...request, headers });
          expect(response.headers['WWW-Authenticate'], kind).toBe('Bearer');
          expect(response.body.errors[0].status, kind).toBe('401');
        }
      }
      await call(auth, 200, { path: '/auth/me', token: ada.token });
    });
  });

  describe.each(ROLES)('a user with the role %s', (role) => {
    it('gets a 403 from every route except authentication', async () => {
      const all = world.routes.filter(({ access }) => access === 'admin');
      const managed = everyThird(all, ROLES.indexOf(role));
      const person = await newAdmin();
      const requests = await Promise.all(managed.map((route) => world.rejectedRequestTo(route, person, '1')));
      await set(person, 'role', role);
      for (const [index, route] of managed.entries()) {
        const request = requests[index] ?? { path: route.path };
        await world.ask(route, 403, { ...request, token: person.token });
      }
      await call(auth, 200, { path: '/auth/me', token: person.token });
    });
  });

  describeForeignRecords(world);
}

function describeForeignRecords(world: World): void {
  describe('an admin of another organization', () => {
    let ada: Person;
    let eve: Person;
    beforeAll(async () => {
      [ada, eve] = await Promise.all([newAdmin(), newAdmin()]);
    });
    const owned = world.routes.filter(
      ({ serving }) => serving.does !== 'endpoint' && serving.resource.owner !== 'platform',
    );

    it.each(byName(owned.filter(({ path }) => path.includes('{id}'))))('cannot %s', async (_, route) => {
      if (route.serving.does === 'endpoint') return;
      const { resource } = route.serving;
      const id = await world.recordOf(resource.type, ada);
      const rejected = async (asked: string, status: number) => {
        const request = await world.rejectedRequestTo(route, eve, asked);
        return (await world.ask(route, status, { ...request, token: eve.token })).body;
      };
      const body = await rejected(id, resource.foreignRecords === 'hidden' ? 404 : 403);
      expect(JSON.stringify(body)).not.toContain(id);
      if (resource.foreignRecords === 'forbidden') return;
      expect(body).toEqual(await rejected(unknownId(resource, id), 404));
    });

    it.each(byName(owned.filter(({ serving }) => serving.does === 'list')))(
      'does not find records of others by %s',
      async (_, route) => {
        if (route.serving.does !== 'list') return;
        const id = await world.recordOf(route.serving.resource.type, ada);
        const list = await world.ask(route, 200, { path: route.path, token: eve.token });
        expect(list.body.data.map((record: { id: string }) => record.id)).not.toContain(id);
      },
    );
  });
}

/** A well-formed id that no record has. */
const unknownId = ({ idPattern }: Resource, id: string): string =>
  idPattern.test('1') ? '1' : id.slice(0, -1) + (id.endsWith('0') ? '1' : '0');

/** Tokens that no route accepts, by what is wrong with them. */
async function deadTokens(ada: Person): Promise<Readonly<Record<string, string | undefined>>> {
  const [, payload = ''] = ada.token.split('.');
  const { sub, jti, exp } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const claims = { sub, jti, exp, iss: 'music-distribution' };
  const revoked = await signIn(ada.email);
  await call(auth, 200, { method: 'POST', path: '/auth/logout', token: revoked });
  const disabled = await newAdmin();
  await set(disabled, 'disabled', true);
  return {
    none: undefined,
    empty: '',
    nonsense: 'a.b.c',
    cut: ada.token.slice(0, -2),
    forged: await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
    unsigned: new UnsecuredJWT(claims).encode(),
    revoked,
    disabled: disabled.token,
  };
}

/** Changes the access row of a person, as changing the user does. */
async function set(person: Person, name: string, value: unknown): Promise<void> {
  await new Table().commit([{ update: accessKey(person.userId), with: [{ set: name, to: value }] }]);
}
