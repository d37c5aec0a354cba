/** Analytics reports. They are requested here and made by make-reports. */
import { catalogueDeclared } from '../../shared/catalogue/declared.ts';
import { makeHandler } from '../../shared/service/handler.ts';
import { downloadReport } from '../../shared/usage/actions/download-report.ts';
import { usageShown } from '../../shared/usage/shown.ts';
import { usageWritten } from '../../shared/usage/written.ts';

export const handler = makeHandler('analytics', {
  features: [catalogueDeclared, usageShown, usageWritten],
  endpoints: { 'download-report': downloadReport },
});
