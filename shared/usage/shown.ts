/** What is hidden of trends and analytics reports, or added, when they are shown, and where those without rows are found. */
import type { Feature } from '../kit/crud/feature.ts';
import { trendSources } from './trends/trend-sources.ts';
import { analyticsReportsView } from './views/analytics-reports.ts';

export const usageShown: Feature = {
  views: { 'analytics-reports': analyticsReportsView },
  sources: trendSources,
};
