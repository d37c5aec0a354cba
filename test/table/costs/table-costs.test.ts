/** Exact table costs of requests, so that an added call is noticed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../functions/artists/handler.ts';
import { handler as auth } from '../../../functions/auth/handler.ts';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { handler as reference } from '../../../functions/reference/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { handler as users } from '../../../functions/users/handler.ts';
import { users as userType } from '../../../shared/accounts/api/users.ts';
import { accessKey } from '../../../shared/accounts/keys.ts';
import { capabilities } from '../../../shared/accounts/sign-in/caller.ts';
import { newSessionId, sessionsOf, toBytes } from '../../../shared/accounts/sign-in/sessions.ts';
import { artists as artistType } from '../../../shared/catalogue/api/artists.ts';
import { tracks as trackType } from '../../../shared/catalogue/api/tracks.ts';
import type { ApiHandler } from '../../../shared/kit/http/stack.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { call, newAdmin, type Person, signIn } from '../../support/calls.ts';
import { costOf } from '../../support/costs.ts';
import type { Call } from '../../support/event-of.ts';
import { listen } from '../../support/log.ts';
import { longestAttributes } from '../../support/longest-attributes.ts';
import { measuredUnits } from '../../support/measured-units.ts';
import { withTable } from '../../support/table.ts';
import { service } from '../conformance/service.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

/** @returns [calls, read units, write units]. */
async function cost(
  handler: ApiHandler,
  status: number,
  request: Call,
): Promise<[calls: number, readUnits: number, writeUnits: number]> {
  const { calls, readUnits, writeUnits } = await costOf(handler, status, { token: ada.token, ...request });
  return [calls, readUnits, writeUnits];
}

const measured = (name: keyof typeof measuredUnits) => {
  const { calls, readUnits, writeUnits } = measuredUnits[name];
  return [calls, readUnits, writeUnits];
};

const label = (name: string) => ({ data: { type: 'labels', attributes: { name } } });

describe('the table cost of requests', () => {
  it('is constant for all operations on a label', async () => {
    const post = { method: 'POST', path: '/labels', body: label('Cost') };
    expect(await cost(labels, 201, post)).toEqual(measured('POST /labels'));
    // A single label shows its albums: one query more.
    expect(await cost(labels, 201, post)).toEqual([3, 1.5, 1]);
    const list = await call(labels, 200, { path: '/labels', token: ada.token });
    const { id } = list.body.data[0];
    const path = `/labels/${id}`;
    const body = { data: { type: 'labels', id, attributes: { description: 'x' } } };
    const change = { method: 'PATCH', path, body };
    expect(await cost(labels, 200, change)).toEqual(measured('PATCH /labels/{id}'));
    expect(await cost(labels, 200, change)).toEqual(measured('PATCH /labels/{id}, unchanged'));
    expect(await cost(labels, 200, { path })).toEqual(measured('GET /labels/{id}'));
    expect(await cost(labels, 200, { path: '/labels?filter[name]=cost&sort=-name' })).toEqual([2, 0.5, 1]);
    expect(await cost(labels, 204, { method: 'DELETE', path })).toEqual(measured('DELETE /labels/{id}'));
  });

  it('is one query for forty labels once the snapshot is known to be missing', async () => {
    for (let number = 0; number < 40; number++) {
      await call(labels, 201, {
        method: 'POST',
        path: '/labels',
        token: ada.token,
        body: label(`Many ${number}`),
      });
    }
    const [calls, readUnits = 0] = await cost(labels, 200, { path: '/labels?page[size]=100' });
    expect(calls).toBe(2);
    expect(readUnits).toBeLessThanOrEqual(1.5);
  });

  it('is one query for users, one for a snapshot and one batch for the page', async () => {
    expect(await cost(users, 200, { path: '/users' })).toEqual([4, 1.5, 1]);
    expect(await cost(users, 200, { path: `/users/${ada.userId}` })).toEqual([2, 1, 1]);
  });

  it('is only that of the session for reference data', async () => {
    expect(await cost(reference, 200, { path: '/countries?include=continent' })).toEqual([1, 0, 1]);
  });

  it('is one write unit for a request with 100 sessions', async () => {
    const eve = await newAdmin();
    const later = Math.floor(Date.now() / 1000) + 3000;
    const crowd = Array.from({ length: 120 }, (_, index) => toBytes(newSessionId(later + index)));
    const longest = [
      { join: 'live', elements: new Set(crowd) },
      { set: 'organization', to: '9007199254740991' },
      { set: 'role', to: 'analyst' },
      { set: 'capabilities', to: capabilities },
    ];
    await new Table().commit([{ update: accessKey(eve.userId), with: longest }]);
    const token = await signIn(eve.email);
    expect(sessionsOf((await new Table().get(accessKey(eve.userId))) ?? {})).toHaveLength(100);
    const asked = { path: '/auth/me', token };
    expect(await cost(auth, 200, asked)).toEqual([2, 1, 1]);
    expect(await cost(auth, 200, { ...asked, method: 'POST', path: '/auth/logout' })).toEqual([2, 0, 2]);
  });

  it('is zero for a request without a token', async () => {
    const { lines, stop } = listen();
    await call(labels, 401, { path: '/labels' });
    stop();
    expect(lines[0]).toMatchObject({ table: { calls: 0, readUnits: 0, writeUnits: 0 } });
  });

  it('is as in docs/scaling.md for the largest creations', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/scaling.md'), 'utf8');
    for (const [resource, handler] of [
      [artistType, artists],
      [userType, users],
      [trackType, tracks],
    ] as const) {
      const { attributes, relationships } = await service.documentOf(resource.type, ada);
      const longest = { ...attributes, ...longestAttributes(resource, 'create') };
      const body = { data: { type: resource.type, attributes: longest, relationships } };
      const path = `/${resource.type}`;
      const [calls, readUnits, writeUnits] = await cost(handler, 201, { method: 'POST', path, body });
      const row = new RegExp(
        `^[|] POST ${path} *[|] *\\d+ *[|] *${calls} *[|] *${readUnits} *[|] *(\\d+) *[|]`,
        'm',
      );
      const [, written] = row.exec(page) ?? [];
      // A row of almost a whole number of KB takes one more, in two units, with a longer number in it.
      expect(Math.abs(Number(written) - writeUnits), `POST ${path}: ${writeUnits}`).toBeLessThanOrEqual(2);
    }
  });
});
