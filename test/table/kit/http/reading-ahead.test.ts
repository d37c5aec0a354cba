/** Reads that begin while a request is being admitted. Their results are used only if it is. */
import { describe, expect, it, vi } from 'vitest';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { accessKey } from '../../../../shared/accounts/keys.ts';
import type { Assignment } from '../../../../shared/kit/table/expressions.ts';
import { Table } from '../../../../shared/kit/table/table.ts';
import { forgetAll } from '../../../../shared/platform/once.ts';
import { call, newAdmin, type Person } from '../../../support/calls.ts';
import type { Units } from '../../../support/costs.ts';
import type { Call } from '../../../support/event-of.ts';
import { type Logged, listen } from '../../../support/log.ts';
import { countLateRounds } from '../../../support/rounds.ts';
import { withTable } from '../../../support/table.ts';

const READS = 5;
withTable({ rateLimits: { reads: READS, writes: 20, account: 600, logins: 10, loginsPerAddress: 40 } });

const list = { path: '/labels' };

async function ask(status: number, person: Person, request: Call = list) {
  const { lines, stop } = listen();
  const rounds = countLateRounds();
  const response = await call(labels, status, { token: person.token, ...request }).finally(stop);
  const { readUnits } = (lines.at(-1) as Logged)['table'] as Units;
  return { ...response, readUnits, rounds: rounds() };
}

const newReader = async (): Promise<Person> => {
  const person = await newAdmin();
  const body = { data: { type: 'labels', attributes: { name: 'Blue' } } };
  await ask(201, person, { method: 'POST', path: '/labels', body });
  await ask(200, person);
  return person;
};

const changeAccess = ({ userId }: Person, ...assignments: Assignment[]) =>
  new Table().commit([{ update: accessKey(userId), with: assignments }]);

describe('a list read ahead', () => {
  it('is read during authentication in one round of calls', async () => {
    const ada = await newReader();
    const { body, rounds } = await ask(200, ada);
    expect(body.data).toHaveLength(1);
    expect(rounds).toBe(1);
  });

  it('is read only after authentication if this process does not know the session', async () => {
    const ada = await newReader();
    forgetAll();
    // Fetches the secret again.
    await call(auth, 200, { path: '/auth/me', token: ada.token });
    expect(await ask(200, ada)).toMatchObject({ rounds: 2, readUnits: 1 });
  });

  it('is not read for an invalid token', async () => {
    const ada = await newReader();
    const { readUnits } = await ask(401, { ...ada, token: `${ada.token.slice(0, -8)}AAAAAAAA` });
    expect(readUnits).toBe(0);
  });

  it('is not read for requests over the limit', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:10Z') });
    try {
      const ada = await newReader();
      for (let count = 1; count < READS; count++) await ask(200, ada);
      expect((await ask(429, ada)).readUnits).toBe(0);
      vi.setSystemTime(new Date('2026-11-30T12:01:10Z'));
      expect(await ask(200, ada)).toMatchObject({ readUnits: 1 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('is neither shown nor reread after another process ended the session', async () => {
    const ada = await newReader();
    await call(auth, 200, { method: 'POST', path: '/auth/logout', token: ada.token });
    const { body } = await ask(401, ada);
    expect(body).not.toHaveProperty('data');
    expect((await ask(401, ada)).readUnits).toBe(0);
  });

  it('is not shown to an account whose role has lost access', async () => {
    const ada = await newReader();
    await changeAccess(ada, { set: 'role', to: 'analyst' });
    const { body } = await ask(403, ada);
    expect(body).not.toHaveProperty('data');
    expect((await ask(403, ada)).readUnits).toBe(0);
  });

  it('is reread for an account whose capabilities changed', async () => {
    const ada = await newReader();
    await changeAccess(ada, { set: 'capabilities', to: ['video'] });
    expect((await ask(200, ada)).readUnits).toBe(1);
    expect((await ask(200, ada)).readUnits).toBe(0.5);
  });
});

it('a write starts only after authentication', async () => {
  const ada = await newReader();
  await changeAccess(ada, { set: 'disabled', to: true });
  const body = { data: { type: 'labels', attributes: { name: 'Red' } } };
  const { lines, stop } = listen();
  await call(labels, 401, { method: 'POST', path: '/labels', token: ada.token, body }).finally(stop);
  expect(lines[0]).toMatchObject({ table: { readUnits: 0, writeUnits: 0 } });
});
