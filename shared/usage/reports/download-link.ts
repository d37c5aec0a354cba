/** Links to the files of reports: whoever has one can download that file, for as long as the stage allows. */
import { recordUrl } from '../../kit/jsonapi/links.ts';
import { environment, readSettings } from '../../platform/settings.ts';
import { readSignedToken, signToken } from '../../platform/stage-secret/signed-tokens.ts';

const PURPOSE = 'download-links';

/** @returns an address of the service, valid from now on for the stage's `downloadLinkSeconds`. */
export async function downloadLink(reportId: string, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + readSettings().downloadLinkSeconds;
  const token = await signToken(PURPOSE, { subject: reportId, expires }, now);
  return `${recordUrl(environment('BASE_URL'), 'analytics-reports', reportId)}/download?token=${token}`;
}

/** @returns whether the token belongs to a link to this report that has not expired. */
export async function opensReport(token: string, reportId: string, now: Date): Promise<boolean> {
  const { downloadLinkSeconds: lifetimeSeconds } = readSettings();
  const payload = await readSignedToken(token, { purpose: PURPOSE, lifetimeSeconds, required: [] }, now);
  return payload?.sub === reportId;
}
