/**
 * node test/bench/trends.ts: what a page of an artist's trends costs, of 10,000 and of 10,000,000 of them. Not part of
 * `npm run bench`: it takes a minute.
 */
import { Table } from '../../shared/kit/table/table.ts';
import { readTrends } from '../../shared/usage/trends/trends.ts';
import { startTable } from '../support/table.ts';
import { giveYear } from '../support/year-of-plays.ts';

const stop = await startTable();
const albumsOf = (count: number) => Array.from({ length: count }, (_, index) => String(1e9 + index));
const sizes = [
  { countries: 3, albums: albumsOf(1) },
  { countries: 200, albums: albumsOf(14) },
];
const ranges = {
  year: { from: '2025-01-01', to: '2025-12-31' },
  'thirty days': { from: '2025-06-10', to: '2025-07-09' },
};
for (const [index, size] of sizes.entries()) {
  const subject = { type: 'artists', id: String(index + 1) };
  const made = await giveYear(subject, size);
  for (const [range, days] of Object.entries(ranges)) {
    for (const number of [1, 1000]) {
      const table = new Table();
      const from = performance.now();
      const { total } = await readTrends(table, { subject, days, page: { number, size: 100 } });
      const milliseconds = Math.round(performance.now() - from);
      const { calls, readUnits } = table.meter;
      console.log({ of: made, range, total, page: number, calls, readUnits, milliseconds });
    }
  }
}
await stop();
process.exit();
