/** All resources and endpoints of usage. A new resource needs a line here and a key row in keys.ts. */
import { defineApi } from '../kit/declare/api.ts';
import { analyticsReports, reportDownload } from './api/analytics-reports.ts';
import { albumTrends, artistTrends, trackTrends } from './api/trends.ts';
import { usageKeyRows } from './keys.ts';

export const usageDeclared = defineApi({
  resources: [trackTrends, albumTrends, artistTrends, analyticsReports],
  endpoints: [reportDownload],
  keys: usageKeyRows,
});
