/** What two organizations have earned, for tests of their statements. */
import { afterAll, beforeAll, vi } from 'vitest';
import { handler as royalties } from '../../functions/royalties/handler.ts';
import { call, newAdmin, type Person } from './calls.ts';
import { newRelease, type Release } from './releases.ts';
import { giveEarned } from './royalties.ts';
import { withTable } from './table.ts';

/** A track that does not exist. */
const GONE = '17';

export interface Earned {
  readonly ada: Person;
  /** Of another organization. */
  readonly grace: Person;
  readonly release: Release;
  /** A track with that title. */
  readonly amber: string;
  /** A track whose title is a formula. */
  readonly formula: string;
  readonly gone: string;
}

async function earn(): Promise<Earned> {
  const [ada, grace] = [await newAdmin(), await newAdmin()];
  const release = await newRelease(ada, [{ title: 'Amber' }, { title: '=1+1, "x"' }], { title: '@home' });
  const [amber = '', formula = ''] = release.trackIds;
  const { albumId: album } = release;
  await giveEarned(ada, [
    { month: '2026-01', track: amber, album, plays: 10, revenue: '0.1', isrc: 'QZXYZ2600001' },
    { month: '2026-01', track: amber, album, plays: 5, revenue: '0.2', dsp: '3', country: 'DE' },
    { month: '2026-01', track: amber, album, plays: 1, revenue: '7', currency: 'USD' },
    { month: '2026-01', track: formula, album, plays: 2, revenue: '-5', isrc: 'QZXYZ2600002' },
    { month: '2026-02', track: amber, album, plays: 3, revenue: '0' },
    { month: '2026-02', track: GONE, album: null, revenue: '0.000000000001', isrc: 'QZXYZ2600009' },
    { month: '2025-01', track: amber, album, plays: 100, revenue: '1' },
  ]);
  await giveEarned(ada, [{ month: '2026-02', track: amber, album, plays: 4, revenue: '0.5' }], 'second');
  await giveEarned(grace, [{ month: '2026-01', track: '99', revenue: '1000' }]);
  return { ada, grace, release, amber, formula, gone: GONE };
}

/** For the tests of one file, in June 2026. @returns what there is once they run. */
export function withEarnings(): () => Earned {
  withTable({ tokenLifetimeSeconds: 365 * 86_400 });
  let earned: Earned | undefined;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T12:00:00Z') });
    earned = await earn();
  });
  afterAll(() => void vi.useRealTimers());
  return () => {
    if (!earned) throw new Error('Nothing is earned before the tests run.');
    return earned;
  };
}

export interface Asked {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** GET /royalties/statements. */
export const getStatements = ({ token }: Person, query = '', { status = 200, headers = {} }: Asked = {}) =>
  call(royalties, status, { path: `/royalties/statements?${query}`, token, headers });

export interface ShownLine {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** @returns of each line: what it is of, its month, plays, revenue and currency. */
export const shownLines = ({ data }: { readonly data: readonly ShownLine[] }) =>
  data.map(({ id, attributes: { period, plays, revenue, currency } }) => [
    id.split('-').slice(2, -1).join(' '),
    ...[period, plays, revenue, currency],
  ]);

/** The members, plays, revenue, and the currency unless it is EUR. */
export const lineText = ({ id, attributes }: ShownLine): string => {
  const members = id.match(/-[a-z]+-(\w+)/g)?.map((each) => each.split('-')[2]);
  const { plays, revenue, currency } = attributes;
  return [...(members ?? []), plays, revenue, ...(currency === 'EUR' ? [] : [currency])].join(' ');
};
