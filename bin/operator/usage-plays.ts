/** usage-plays on the command line: adds up the plays of all tracks, and lists them. */
import * as v from 'valibot';
import { countryData } from '../../shared/reference/data/countries.ts';
import { type CommandOutcome, runStep, type StageCall } from './invoke.ts';

const counts = v.record(v.string(), v.number());
const partSchema = v.object({
  name: v.string(),
  from: v.string(),
  to: v.string(),
  days: counts,
  countries: counts,
  next: v.optional(v.string()),
});

type Counts = v.InferOutput<typeof counts>;

/** @returns the days and the countries with plays. @throws Rejection when the command is rejected. */
export async function usagePlays(call: StageCall): Promise<CommandOutcome> {
  const days = new Map<string, number>();
  const countries = new Map<string, number>();
  // Each call counts as many tracks as fit its time limit.
  for (let more = {}; ; ) {
    const part = await runStep(call, partSchema, more);
    addTo(days, part.days);
    addTo(countries, part.countries);
    const { name, from, to, next } = part;
    more = { from, to, after: next };
    if (next !== undefined) continue;
    const plays = days.values().reduce((sum, each) => sum + each, 0);
    return { result: { name, from, to, plays, days: byDay(days), countries: byPlays(countries) } };
  }
}

function addTo(sums: Map<string, number>, counted: Counts): void {
  for (const [key, plays] of Object.entries(counted))
    if (plays !== 0) sums.set(key, (sums.get(key) ?? 0) + plays);
}

const byDay = (days: ReadonlyMap<string, number>) =>
  Array.from(days, ([day, plays]) => ({ day, plays })).toSorted((left, right) =>
    left.day < right.day ? -1 : 1,
  );

function byPlays(countries: ReadonlyMap<string, number>) {
  const names = new Map(countryData.rows().map((row) => [row['alpha2-code'], row.name]));
  return Array.from(countries, ([code, plays]) => ({
    code,
    country: names.get(code) ?? code,
    plays,
  })).toSorted((left, right) => right.plays - left.plays || (left.country < right.country ? -1 : 1));
}
