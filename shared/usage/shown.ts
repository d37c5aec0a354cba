/** View of analytics reports, and sources of trends. */
import type { Feature } from '../kit/crud/feature.ts';
import { usageDeclared } from './declared.ts';
import { trendSources } from './trends/trend-sources.ts';
import { analyticsReportsView } from './views/analytics-reports.ts';

export const usageShown: Feature = {
  ...usageDeclared,
  views: { 'analytics-reports': analyticsReportsView },
  sources: trendSources,
};
