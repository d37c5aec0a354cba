/** What is decided when trends and analytics reports are written. */
import type { Feature } from '../kit/crud/feature.ts';
import { reportHooks } from './hooks/report-hooks.ts';

export const usageWritten: Feature = {
  hooks: { 'analytics-reports': reportHooks },
};
