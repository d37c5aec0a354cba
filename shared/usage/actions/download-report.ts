/** GET /analytics-reports/{id}/download: redirects from the signed link of a report to its file. */
import type { EndpointHandler } from '../../kit/group-handler.ts';
import { problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { environment } from '../../platform/settings.ts';
import { opensReport } from '../reports/download-link.ts';
import { reportFile } from '../reports/report-file.ts';

/** Time to follow the redirect. The download itself may take longer. */
const REDIRECT_SECONDS = 300;

/** Redirects, because a response of a function has at most 6 MB. */
export const downloadReport: EndpointHandler = async ({ request, match, now }) => {
  const { id } = required(match, 'The router comes first.');
  const token = request.query.find(([name]) => name === 'token')?.[1];
  if (token === undefined || !(await opensReport(token, id, now))) {
    const detail = 'The link is invalid or has expired. Read the report for a new one.';
    throw problem('download_link_invalid', detail);
  }
  const { downloadAddress } = await import('#download-address');
  const Location = await downloadAddress({
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    bucket: environment('BUCKET_NAME'),
    key: reportFile(id),
    name: `analytics-report-${id}.csv.gz`,
    contentType: 'application/gzip',
    seconds: REDIRECT_SECONDS,
  });
  return { status: 302, headers: { Location } };
};
