import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { handler as operate } from '../../../functions/operate/handler.ts';
import { handler as tracks } from '../../../functions/tracks/handler.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { operatorHere } from '../../support/operator-here.ts';
import { givePlays } from '../../support/plays.ts';
import { newRelease } from '../../support/releases.ts';
import { withTable } from '../../support/table.ts';

withTable({ tokenLifetimeSeconds: 365 * 86_400 });
const here = operatorHere();
let ada: Person;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00Z') });
  ada = await newAdmin();
});
afterAll(() => void vi.useRealTimers());

/** @param remaining milliseconds that the function has left at each check. */
const playsOf = async (person: Person | string, given: object = {}, remaining = () => 300_000) => {
  const id = typeof person === 'string' ? person : person.userId;
  const invocation = { command: 'usage-plays', positionals: [id], arguments: given, actor: 'test' };
  return operate(invocation, { getRemainingTimeInMillis: remaining });
};
const newTracks = async (person: Person, count: number) => {
  const titles = Array.from({ length: count }, (_, index) => ({ title: `Track ${index}` }));
  return (await newRelease(person, titles)).trackIds;
};
const played = (id: string, ...plays: Parameters<typeof givePlays>[1]) =>
  givePlays({ type: 'tracks', id }, plays);

describe('usage-plays', () => {
  it('sums the plays of all tracks, DSPs and imports by day and by country', async () => {
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
    expect(await playsOf(ada)).toEqual({
      result: { name: expect.any(String), from: '2026-08-25', to: '2026-11-22', ...sums },
    });
    expect(await playsOf(ada, { from: '2026-08-24', to: '2026-08-24' })).toMatchObject({
      result: { days: { '2026-08-24': 16 }, countries: { US: 16 } },
    });
    await call(tracks, 204, { method: 'DELETE', path: `/tracks/${second}`, token: ada.token });
    expect(await playsOf(ada)).toMatchObject({ result: { countries: { US: 45, DE: 2 } } });
  });

  it('returns a partial result when time is up, and the command line sums all of them', async () => {
    const person = await newAdmin();
    for (const id of await newTracks(person, 45)) await played(id, { date: '2026-11-20' });
    const parts: unknown[] = [];
    let next: string | undefined;
    do {
      const { result } = (await playsOf(person, next ? { after: next } : {}, () => 0)) as {
        result: { days: Record<string, number>; next?: string };
      };
      parts.push(result.days['2026-11-20']);
      next = result.next;
    } while (next);
    expect(parts).toEqual([20, 20, 5]);
    here.remainingMs = 0;
    const { code, output } = await here.run('usage-plays', person.userId, '--json');
    here.remainingMs = Number.POSITIVE_INFINITY;
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({
      name: expect.any(String),
      from: '2026-08-25',
      to: '2026-11-22',
      plays: 45,
      days: [{ day: '2026-11-20', plays: 45 }],
      countries: [{ code: 'US', country: 'United States', plays: 45 }],
    });
  });

  it('lists days in order and countries by plays, omitting those without plays', async () => {
    const person = await newAdmin();
    const [id = ''] = await newTracks(person, 1);
    await played(
      id,
      { date: '2026-11-21', country: 'SE', plays: 5 },
      { date: '2026-11-19', country: 'AT', plays: 5 },
      { date: '2026-11-20', country: 'DE', plays: 7 },
      { date: '2026-11-18', country: 'FR', plays: 0 },
    );
    const { output } = await here.run('usage-plays', person.userId);
    expect(output.split('\n').slice(1)).toEqual([
      'from: 2026-08-25',
      'to: 2026-11-22',
      'plays: 17',
      'days:',
      '  day         plays',
      '  2026-11-19  5',
      '  2026-11-20  7',
      '  2026-11-21  5',
      'countries:',
      '  code  country  plays',
      '  DE    Germany  7',
      '  AT    Austria  5',
      '  SE    Sweden   5',
      '',
    ]);
  });

  it('lists nothing for a range without plays', async () => {
    const range = ['--from', '2020-01-01', '--to', '2020-01-02'];
    const { code, output } = await here.run('usage-plays', ada.userId, ...range, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ plays: 0, days: [], countries: [] });
  });

  test.each([
    ['a user that nobody is', '7', {}, 'There is no user 7.'],
    ['a range that ends before it begins', undefined, { from: '2026-11-02', to: '2026-11-01' }, /after --to/],
    ['a first day that is yet to come', undefined, { from: '2026-11-23' }, /after today/],
    ['a range of more than three years', undefined, { from: '2020-01-01' }, /at most 1098 days/],
    ['a day that does not exist', undefined, { to: '2026-02-30' }, /an existing day/],
  ])('rejects %s', async (_, id, given, detail) => {
    const problem = {
      code: expect.any(String),
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    };
    expect(await playsOf(id ?? ada, given)).toEqual({ problems: [problem] });
  });
});
