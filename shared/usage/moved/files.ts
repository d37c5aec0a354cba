/** How reports and usage move to another stage. Imports stay behind, since they are of all owners. */
import { recordFile } from '../../kit/moves/record-file.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { analyticsReports } from '../api/analytics-reports.ts';
import { reportWork } from '../reports/report-work.ts';
import { isRunning } from '../rules/analytics-reports.ts';
import { usageLineFile } from './usage-line-file.ts';
import { usagePlayFile } from './usage-play-file.ts';
import { usageRevenueFile } from './usage-revenue-file.ts';

export const usageFiles = [usagePlayFile, usageLineFile, usageRevenueFile] as const;

const movedReports = recordFile(analyticsReports, {
  isUnfinished: ({ fields: { status } }) => isRunning(status),
  async finish({ table, now }, { id, ownerId, fields: { status } }, takesOver) {
    if (takesOver && isRunning(status))
      await failedConditions(table.commit([reportWork.start({ reportId: id, ownerId }, now)]));
  },
});

export const movedUsage = [movedReports, ...usageFiles];
