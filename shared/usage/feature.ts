/** Usage: imported reports of stores, trends and analytics reports. */

import { reportEvents } from './announced-events.ts';
import { analyticsReports, reportDownload } from './api/analytics-reports.ts';
import { albumTrends, artistTrends, trackTrends } from './api/trends.ts';
import { reportHooks } from './hooks/report-hooks.ts';
import { usageWork } from './import/usage-import.ts';
import { reportWork } from './reports/report-work.ts';
import { analyticsReportsView } from './views/analytics-reports.ts';

export const types = [trackTrends, albumTrends, artistTrends, analyticsReports] as const;
export const endpoints = [reportDownload] as const;
export const views = { 'analytics-reports': analyticsReportsView };
export const hooks = { 'analytics-reports': reportHooks };
export const work = [usageWork, reportWork] as const;
export const events = { 'analytics-reports': reportEvents };
export { usageKeyRows as keys } from './keys.ts';
export { movedUsage as moves } from './moved/files.ts';
export { usageProblems as problems } from './problems.ts';
export { trendSources as sources } from './trends/trend-sources.ts';
