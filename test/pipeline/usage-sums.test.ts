/** Imported rows add up exactly to the lines, for any lines in any number of files and parts. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { formatAmount } from '../../shared/kit/values/money.ts';
import { newAdmin, type Person } from '../support/calls.ts';
import { checkProperty, timeoutFor } from '../support/check-property.ts';
import { isLong } from '../support/long-run.ts';
import { newDeliveredRelease, type Release } from '../support/releases.ts';
import { importReport, indexFaults, type Sums, usageSums, usageTables, useUsage } from './usage.ts';

useUsage();
let owners: readonly { readonly person: Person; readonly release: Release }[];
const codes = ['DEAB12640001', 'DEAB12640002', 'DEAB12640003', 'DEAB12640004'];

beforeAll(async () => {
  const made = [];
  for (const [at, some] of [codes.slice(0, 3), codes.slice(3)].entries()) {
    const person = await newAdmin();
    const tracks = some.map((isrc) => ({
      title: `Song ${isrc}`,
      isrc,
      artists: ['Nia Calder', `Act ${at}`],
    }));
    made.push({ person, release: await newDeliveredRelease(person, tracks) });
  }
  owners = made;
});

interface Line {
  readonly track: number;
  readonly day: number;
  readonly month: number;
  readonly dsp: string;
  readonly country: string;
  readonly plays: number;
  readonly revenue: bigint;
  readonly currency: string;
}

const line: fc.Arbitrary<Line> = fc.record({
  track: fc.nat(3),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.integer({ min: 1, max: 2 }),
  dsp: fc.constantFrom('1', '4', '16'),
  country: fc.constantFrom('US', 'DE', 'AE', 'ZW'),
  plays: fc.nat(1e12),
  revenue: fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n }),
  currency: fc.constantFrom('EUR', 'USD'),
});

const dateOf = ({ month, day }: Line) => `2026-0${month}-${String(day).padStart(2, '0')}`;
const textOf = (each: Line) =>
  [
    dateOf(each),
    each.dsp,
    each.country,
    codes[each.track],
    each.plays,
    formatAmount(each.revenue),
    each.currency,
  ].join();

function placeOf({ track }: Line) {
  const { person, release } = owners[track < 3 ? 0 : 1] ?? { person: { userId: '' }, release: undefined };
  return { owner: person.userId, album: release?.albumId ?? '', id: release?.trackIds[track % 3] ?? '' };
}

/** The expected sums of the lines, computed without the code under test. */
function modelOf(lines: readonly Line[]): Sums {
  const plays: Record<string, number> = {};
  const kept: Record<string, [number, bigint]> = {};
  const revenue: Record<string, bigint> = {};
  for (const each of lines) {
    const { owner, album, id } = placeOf(each);
    const where = `${dateOf(each)} ${each.dsp} ${each.country}`;
    for (const subject of [`tracks ${id}`, `albums ${album}`]) {
      const key = `${subject} ${where} -`;
      plays[key] = (plays[key] ?? 0) + each.plays;
    }
    const key = `${owner} ${each.dsp} ${dateOf(each)} ${codes[each.track]} ${id} ${each.country} ${each.currency}`;
    const [played, earned] = kept[key] ?? [0, 0n];
    kept[key] = [played + each.plays, earned + each.revenue];
    const month = `${owner} ${each.currency} ${dateOf(each).slice(0, 7)}`;
    revenue[month] = (revenue[month] ?? 0n) + each.revenue;
  }
  return { plays, lines: kept, revenue };
}

/** Totals for the owner's only album. Its two artists together have twice as much. */
function expectArtists(plays: Sums['plays']): void {
  const sums = (type: string, albumAt: number) => {
    const found: Record<string, number> = {};
    for (const [key, count] of Object.entries(plays)) {
      const parts = key.split(' ');
      if (parts[0] !== type) continue;
      const place = [parts[albumAt], ...parts.slice(2, 5)].join(' ');
      found[place] = (found[place] ?? 0) + count;
    }
    return found;
  };
  const twice = Object.fromEntries(Object.entries(sums('albums', 1)).map(([key, count]) => [key, 2 * count]));
  expect(sums('artists', 5)).toEqual(twice);
}

const RUNS = isLong ? 10 : 5;
const SECONDS = 120;

it('imported rows sum to all lines, however files and parts divide them', {
  timeout: timeoutFor(SECONDS),
}, async () => {
  const file = fc.record({
    lines: fc.array(line, { maxLength: 60 }),
    partitions: fc.integer({ min: 1, max: 4 }),
  });
  let round = 0;
  await checkProperty(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (some) => {
      round += 1;
      const names = some.map((_, index) => `${round}-${index}.csv`);
      for (const [index, { lines, partitions }] of some.entries())
        await importReport({
          name: names[index] ?? '',
          content: lines.map(textOf),
          partitions,
        });
      const rows = await usageTables();
      const { plays, lines, revenue } = await usageSums(rows);
      const model = modelOf(some.flatMap((each) => each.lines));
      const ofOthers = Object.entries(plays).filter(([key]) => !key.startsWith('artists'));
      expect(Object.fromEntries(ofOthers)).toEqual(model.plays);
      expect({ lines, revenue }).toEqual({ lines: model.lines, revenue: model.revenue });
      expectArtists(plays);
      expect(indexFaults(rows)).toEqual([]);
      for (const name of names) await importReport({ name, content: [] });
      expect(await usageTables()).toEqual([]);
    }),
    { runs: RUNS, seconds: SECONDS },
  );
});
