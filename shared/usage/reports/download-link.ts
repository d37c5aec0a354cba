/** Signed links to the files of reports. Anyone with a link can download the file until the link expires. */
import { recordUrl } from '../../kit/jsonapi/links.ts';
import { environment, readSettings } from '../../platform/settings.ts';
import { readSignedToken, signToken } from '../../platform/stage-secret/signed-tokens.ts';

const PURPOSE = 'download-links';

/** @returns an address of the service, valid for the stage's `downloadLinkSeconds` from now. */
export async function downloadLink(reportId: string, now: Date): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + readSettings().downloadLinkSeconds;
  const token = await signToken(PURPOSE, { subject: reportId, expires }, now);
  return `${recordUrl(environment('BASE_URL'), 'analytics-reports', reportId)}/download?token=${token}`;
}

/** @returns whether the token belongs to an unexpired link to this report. */
export async function opensReport(token: string, reportId: string, now: Date): Promise<boolean> {
  const { downloadLinkSeconds: lifetimeSeconds } = readSettings();
  const payload = await readSignedToken(token, { purpose: PURPOSE, lifetimeSeconds, required: [] }, now);
  return payload?.sub === reportId;
}
