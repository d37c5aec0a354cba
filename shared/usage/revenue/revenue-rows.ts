/** The rows of what an import's lines earned in a month and currency: of its revenue, and of its earnings. */
import { packEarnings } from '../earnings/earning-rows.ts';
import { type EarningGroup, type EarningSums, earningGroups } from '../earnings/earning-sums.ts';
import { usageEarningsKey } from '../keys.ts';
import type { UsageRow, Writer } from '../rows/usage-rows.ts';
import { type RevenueRow, revenueRow } from './revenue-row.ts';

/** @returns the row of revenue, which knows how long the earnings are, and the rows of these. */
export function revenueRows(
  { importId, run }: Writer,
  of: { readonly owner: string; readonly month: string; readonly currency: string },
  sums: EarningSums,
): { readonly revenue: RevenueRow; readonly earnings: readonly UsageRow[] } {
  const packed = earningGroups.map((group) => ({
    group,
    texts: packEarnings(sums.of(group)).map(({ text }) => text),
  }));
  const sizeOf = (wanted: EarningGroup) =>
    packed.find(({ group }) => group === wanted)?.texts.join('').length ?? 0;
  const sizes = {
    track: sizeOf('track'),
    album: sizeOf('album'),
    dsp: sizeOf('dsp'),
    country: sizeOf('country'),
  };
  const earnings = packed.flatMap(({ group, texts }) =>
    texts.map((earnings, part) => ({
      ...usageEarningsKey({ ...of, group, importId, run, part }),
      run,
      earnings,
    })),
  );
  return { revenue: revenueRow({ ...of, importId }, { run, amount: sums.revenue, sizes }), earnings };
}
