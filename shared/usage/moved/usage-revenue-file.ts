/** The file of an owner's revenue by month, currency and import. */
import * as v from 'valibot';
import { rowFile } from '../../kit/moves/row-file.ts';
import { parseAmount } from '../../kit/values/money.ts';
import { revenueOf, revenueRow } from '../import/usage-rows.ts';
import { usageRevenueKey } from '../keys.ts';
import { importConflict } from './import-conflict.ts';
import { amount, currency, importId, month, recordId, run } from './usage-values.ts';

const schema = v.strictObject({
  owner: recordId,
  currency,
  month,
  import: importId,
  run,
  revenue: amount,
});

export const usageRevenueFile = rowFile({
  name: 'usage-revenue',
  schema,
  async read({ table }, owner) {
    const { pk: partition } = usageRevenueKey(owner, { currency: '', month: '', importId: '' });
    const lines = (await table.query({ partition })).map((row) => {
      const { currency, month } = revenueOf(row);
      const importId = String(row['sk']).split('#').at(-1);
      return { owner, currency, month, import: importId, run: row['run'], revenue: row['revenue'] };
    });
    return { lines, next: undefined };
  },
  about: ({ owner, currency, month, ...line }) => ({
    owner,
    id: [owner, currency, month, line.import].join(' '),
  }),
  rowsOf: ({ run, import: importId, owner, currency, month, revenue }) => [
    revenueRow({ run, importId }, { owner, currency, month }, parseAmount(revenue) ?? 0n),
  ],
  rejects: importConflict,
});
