/** The data of a chart: every day of a range, and the countries sorted by plays. */
import { countryData } from '../../shared/reference/data/countries.ts';

export interface Sums {
  /** YYYY-MM-DD, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** By day; days without plays can be omitted. */
  readonly days: Readonly<Record<string, number>>;
  /** By two-letter code. */
  readonly countries: Readonly<Record<string, number>>;
}

export interface Bar {
  readonly label: string;
  readonly plays: number;
}

export interface PlaySeries {
  readonly total: number;
  /** Labelled YYYY-MM-DD. */
  readonly days: readonly Bar[];
  /** Most plays first; the last entry can combine all others. */
  readonly countries: readonly Bar[];
}

const DAY_MS = 86_400_000;
const MAX_COUNTRIES = 15;

/** @param isOpenEnded whether the days after the last one with plays are omitted. */
export function playSeries(sums: Sums, { isOpenEnded }: { isOpenEnded: boolean }): PlaySeries {
  const played = Object.keys(sums.days).filter((day) => (sums.days[day] ?? 0) > 0);
  const last = played.toSorted().at(-1);
  const to = isOpenEnded && last !== undefined ? last : sums.to;
  const days = daysBetween(sums.from, to).map((label) => ({ label, plays: sums.days[label] ?? 0 }));
  const total = days.reduce((sum, { plays }) => sum + plays, 0);
  return { total, days, countries: ranked(sums.countries) };
}

function daysBetween(from: string, to: string): string[] {
  const first = Date.parse(from);
  const count = (Date.parse(to) - first) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
}

function ranked(countries: Sums['countries']): Bar[] {
  const names = new Map(countryData.rows().map((row) => [row['alpha2-code'], row.name]));
  const bars = Object.entries(countries)
    .filter(([, plays]) => plays > 0)
    .map(([code, plays]) => ({ label: names.get(code) ?? code, plays }))
    .toSorted((a, b) => b.plays - a.plays || (a.label < b.label ? -1 : 1));
  // A single other country is shown by name.
  if (bars.length <= MAX_COUNTRIES + 1) return bars;
  const others = bars.slice(MAX_COUNTRIES);
  const plays = others.reduce((sum, each) => sum + each.plays, 0);
  return [...bars.slice(0, MAX_COUNTRIES), { label: `${others.length} other countries`, plays }];
}
