/** Generates store reports for a demo album. They depend only on the album and its release date. */
import { createHash } from 'node:crypto';
import { csvLine } from '../../../shared/kit/values/csv.ts';
import { formatAmount } from '../../../shared/kit/values/money.ts';
import { usageColumns } from '../../../shared/usage/rules/report-header.ts';
import type { DemoAlbum } from './catalogue.ts';

/** One line of a report. */
export interface DemoUsage {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly dspId: string;
  readonly country: string;
  readonly isrc: string;
  readonly plays: number;
  /** In units of 10^-12. */
  readonly revenue: bigint;
  readonly currency: string;
}

/** From the day of release. */
const DAYS = 91;
const DAY_MS = 86_400_000;
const DAILY_PLAYS = 3000;
const MICRO = 1_000_000n;

interface DemoStore {
  /** The share of all plays. */
  readonly share: number;
  /** What a play earns, in millionths of the currency. */
  readonly perPlay: number;
  readonly currency: string;
}

const stores: Readonly<Record<string, DemoStore>> = {
  1: { share: 0.55, perPlay: 3600, currency: 'EUR' },
  4: { share: 0.35, perPlay: 5200, currency: 'EUR' },
  12: { share: 0.1, perPlay: 900, currency: 'USD' },
};

/** Shares of the plays in thousandths, and what a play earns there compared with other countries. */
const countries: readonly (readonly [country: string, share: number, worth: number])[] = [
  ['BR', 245, 0.5],
  ['JP', 190, 1.3],
  ['PT', 110, 0.9],
  ['US', 95, 1.4],
  ['FR', 55, 1.1],
  ['DE', 50, 1.2],
  ['GB', 45, 1.3],
  ['ES', 35, 0.8],
  ['MX', 30, 0.5],
  ['AR', 25, 0.3],
  ['IT', 22, 0.9],
  ['CA', 18, 1.2],
  ['NL', 15, 1.2],
  ['AO', 13, 0.2],
  ['KR', 12, 0.9],
  ['SE', 10, 1.3],
  ['CL', 9, 0.5],
  ['TW', 8, 0.7],
  ['CH', 7, 1.6],
  ['MZ', 6, 0.2],
];

/** From Sunday to Saturday. */
const week = [0.92, 0.84, 0.88, 0.93, 1.0, 1.24, 1.19];

/** @param releaseDate YYYY-MM-DD, the first day with plays. @returns the lines of one store, day by day. */
export function demoUsage(
  { tracks }: Pick<DemoAlbum, 'tracks'>,
  { dspId, releaseDate }: { dspId: string; releaseDate: string },
): DemoUsage[] {
  const store = stores[dspId];
  if (!store) return [];
  const first = Date.parse(releaseDate);
  return Array.from({ length: DAYS }, (_, age) => {
    const day = new Date(first + age * DAY_MS);
    const date = day.toISOString().slice(0, 10);
    const dice = createHash('sha256').update(`${dspId} ${date}`).digest();
    const daily = DAILY_PLAYS * store.share * (week[day.getUTCDay()] ?? 1) * interest(age);
    return countries.flatMap(([country, share, worth], number) =>
      tracks.flatMap(({ isrc }, index) => {
        // The first track has the most plays.
        const mean = (daily * share) / 1000 / (index + 1.4);
        const plays = Math.round(mean * chance(dice[number]));
        const revenue = BigInt(plays) * BigInt(Math.round(store.perPlay * worth)) * MICRO;
        const { currency } = store;
        return plays === 0 ? [] : [{ date, dspId, country, isrc, plays, revenue, currency }];
      }),
    );
  }).flat();
}

/** Highest in the first days after a release, then approaching a constant level. */
const interest = (age: number): number => 0.55 + 2.4 * Math.exp(-age / 11);

/** @param byte of a digest. @returns a number from 0.8 to 1.2. */
const chance = (byte = 0): number => 0.8 + (0.4 * byte) / 255;

/** @returns the text of a CSV file. */
export function reportOf(usage: readonly DemoUsage[]): string {
  const lines = usage.map(({ date, dspId, country, isrc, plays, revenue, currency }) =>
    csvLine([date, dspId, country, isrc, plays, { decimal: formatAmount(revenue) }, currency]),
  );
  return `${[usageColumns.join(), ...lines].join('\n')}\n`;
}
