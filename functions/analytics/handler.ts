/** Analytics reports: asked for here, made by make-reports. */
import { makeHandler } from '../../shared/service/handler.ts';
import { downloadReport } from '../../shared/usage/actions/download-report.ts';
import { reportHooks } from '../../shared/usage/hooks/report-hooks.ts';

export const handler = makeHandler('analytics', {
  endpoints: { 'download-report': downloadReport },
  hooks: { 'analytics-reports': reportHooks },
});
