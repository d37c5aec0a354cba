import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { givePlays } from '../../support/plays.ts';
import { newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
let ada: Person;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  ada = await newAdmin();
});
afterAll(() => void vi.useRealTimers());

/** @param remaining milliseconds that the function has left at each check. */
const chart = async (person: Person | string, given: object = {}, remaining = () => 300_000) => {
  const id = typeof person === 'string' ? person : person.userId;
  const invocation = { command: 'usage-chart', positionals: [id], arguments: given, actor: 'test' };
  return operate(invocation, { getRemainingTimeInMillis: remaining });
};
const newTracks = async (person: Person, count: number) => {
  const titles = Array.from({ length: count }, (_, index) => ({ title: `Track ${index}` }));
  return (await newRelease(person, titles)).trackIds;
};
const played = (id: string, ...plays: Parameters<typeof givePlays>[1]) =>
  givePlays({ type: 'tracks', id }, plays);

describe('usage-chart', () => {
  it('adds up the plays of all tracks, DSPs and imports by day and by country', async () => {
    const grace = await newAdmin();
    const [first = '', second = '', stranger = ''] = [
      ...(await newTracks(ada, 2)),
      ...(await newTracks(grace, 1)),
    ];
    await played(
      first,
      { date: '2026-11-20', plays: 1 },
      { date: '2026-11-20', country: 'DE', plays: 2 },
      { date: '2026-11-20', dsp: '4', plays: 4 },
      { date: '2026-08-25', plays: 8 },
      { date: '2026-08-24', plays: 16 },
    );
    await givePlays({ type: 'tracks', id: first }, [{ date: '2026-11-20', plays: 32 }], 'second');
    await played(second, { date: '2026-11-22', country: 'DE', plays: 64 });
    await played(stranger, { date: '2026-11-20', plays: 1000 });
    const sums = {
      days: { '2026-08-25': 8, '2026-11-20': 39, '2026-11-22': 64 },
      countries: { US: 45, DE: 66 },
    };
    expect(await chart(ada)).toEqual({
      result: { name: expect.any(String), from: '2026-08-25', to: '2026-11-22', ...sums },
    });
    expect(await chart(ada, { from: '2026-08-24', to: '2026-08-24' })).toMatchObject({
      result: { days: { '2026-08-24': 16 }, countries: { US: 16 } },
    });
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${second}`, token: ada.token });
    expect(await chart(ada)).toMatchObject({ result: { countries: { US: 45, DE: 2 } } });
  });

  it('returns a partial result when its time is up, and continues in the next call', async () => {
    const person = await newAdmin();
    for (const id of await newTracks(person, 45)) await played(id, { date: '2026-11-20' });
    const parts: unknown[] = [];
    let next: string | undefined;
    do {
      const { result } = (await chart(person, next ? { after: next } : {}, () => 0)) as {
        result: { days: Record<string, number>; next?: string };
      };
      parts.push(result.days['2026-11-20']);
      next = result.next;
    } while (next);
    expect(parts).toEqual([20, 20, 5]);
    expect(await chart(person)).toMatchObject({ result: { days: { '2026-11-20': 45 } } });
  });

  test.each([
    ['a user that nobody is', '7', {}, 'There is no user 7.'],
    ['a range that ends before it begins', undefined, { from: '2026-11-02', to: '2026-11-01' }, /after --to/],
    ['a first day that is yet to come', undefined, { from: '2026-11-23' }, /after today/],
    ['a range of more than three years', undefined, { from: '2020-01-01' }, /at most 1098 days/],
    ['a day that does not exist', undefined, { to: '2026-02-30' }, /an existing day/],
    ['another kind of file', undefined, { output: 'report.csv' }, /ends in \.svg/],
  ])('rejects %s', async (_, id, given, detail) => {
    const problem = {
      code: expect.any(String),
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    };
    expect(await chart(id ?? ada, given)).toEqual({ problems: [problem] });
  });
});
