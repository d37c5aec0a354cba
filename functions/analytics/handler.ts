/** Analytics reports. They are requested here and made by make-reports. */
import { serveGroup } from '../../shared/service/serve-group.ts';
import { downloadReport } from '../../shared/usage/actions/download-report.ts';

export const handler = serveGroup('analytics', {
  endpoints: { 'download-report': downloadReport },
});
