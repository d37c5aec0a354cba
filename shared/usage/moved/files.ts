/** How reports and usage move to another stage. Imports stay behind, since they are of all owners. */
import * as v from 'valibot';
import { recordFile } from '../../kit/moves/record-file.ts';
import { rowFile } from '../../kit/moves/row-file.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { storedAmount } from '../../kit/values/money.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { revenueOf, revenueRow } from '../import/usage-rows.ts';
import { usageRevenueKey } from '../keys.ts';
import { reportWork } from '../reports/report-work.ts';
import { isRunning } from '../rules/analytics-reports.ts';
import { importConflict } from './import-conflict.ts';
import { usageLineFile } from './usage-line-file.ts';
import { usagePlayFile } from './usage-play-file.ts';
import { amount, currency, importId, month, recordId, run } from './usage-values.ts';

/** An owner's revenue by month, currency and import. */
const revenueSchema = v.strictObject({
  owner: recordId,
  currency,
  month,
  import: importId,
  run,
  revenue: amount,
});

const usageRevenueFile = rowFile({
  name: 'usage-revenue',
  schema: revenueSchema,
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
    revenueRow({ run, importId }, { owner, currency, month }, storedAmount(revenue)),
  ],
  rejects: importConflict,
});

export const usageFiles = [usagePlayFile, usageLineFile, usageRevenueFile] as const;

const movedReports = recordFile(analyticsReports, {
  isUnfinished: ({ fields: { status } }) => isRunning(status),
  async finish({ table, now }, { id, ownerId, fields: { status } }, takesOver) {
    if (takesOver && isRunning(status))
      await failedConditions(table.commit([reportWork.start({ reportId: id, ownerId }, now)]));
  },
});

export const movedUsage = [movedReports, ...usageFiles];
