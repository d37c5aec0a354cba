/** How reports and usage move to another stage, with the names of the imports that the usage is from. */
import * as v from 'valibot';
import { recordFile } from '../../kit/moves/record-file.ts';
import { rowFile } from '../../kit/moves/row-file.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { formatAmount, storedAmount } from '../../kit/values/money.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { reportWork } from '../reports/report-work.ts';
import { addRevenue } from '../revenue/change-revenue.ts';
import type { ImportRevenue } from '../revenue/month-revenue.ts';
import { ALL_MONTHS, findImports, readImports } from '../revenue/read-months.ts';
import { revenueRow } from '../revenue/revenue-row.ts';
import { movedWrites } from '../rows/moved-rows.ts';
import { isRunning } from '../rules/analytics-reports.ts';
import { importConflict } from './import-conflict.ts';
import { usageImportFile } from './usage-import-file.ts';
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

type RevenueLine = v.InferOutput<typeof revenueSchema>;

const idOf = ({ owner, currency, month, import: importId }: RevenueLine) => ({
  owner,
  currency,
  month,
  importId,
});

/** Without the lengths of rows with earnings, which are not exported. */
const rowWith = (line: RevenueLine, { run, amount }: Pick<ImportRevenue, 'run' | 'amount'>) =>
  revenueRow(idOf(line), { run, amount });

const rowOf = (line: RevenueLine) => rowWith(line, { run: line.run, amount: storedAmount(line.revenue) });

const usageRevenueFile = rowFile({
  name: 'usage-revenue',
  schema: revenueSchema,
  async read({ table }, owner) {
    const imports = await readImports(table, owner, ALL_MONTHS);
    const lines = imports.map(({ currency, month, importId, run, amount }) => {
      return { owner, currency, month, import: importId, run, revenue: formatAmount(amount) };
    });
    return { lines, next: undefined };
  },
  about: ({ owner, currency, month, ...line }) => ({
    owner,
    id: [owner, currency, month, line.import].join(' '),
  }),
  rowsOf: (line) => [rowOf(line)],
  async find({ table }, lines) {
    const found = await findImports(table, lines.map(idOf));
    return lines.map((line, index) => found[index] && rowWith(line, found[index]));
  },
  put: ({ table }, line) => addRevenue(table, rowOf(line), movedWrites(line, [rowOf(line)])),
  rejects: importConflict,
});

/** An export reads the last file first. */
export const usageFiles = [usagePlayFile, usageLineFile, usageRevenueFile, usageImportFile] as const;

const movedReports = recordFile(analyticsReports, {
  isUnfinished: ({ fields: { status } }) => isRunning(status),
  async finish({ table, now }, { id, ownerId, fields: { status } }, { takesOver }) {
    if (takesOver && isRunning(status))
      await failedConditions(table.commit([reportWork.start({ reportId: id, ownerId }, now)]));
  },
});

export const movedUsage = [movedReports, ...usageFiles];
