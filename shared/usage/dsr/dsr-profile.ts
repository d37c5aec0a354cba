/** Which profiles of DDEX sales reports are read. The others have their usages in other records, or none. */
import { FileRejected } from '../reading/file-rejected.ts';
import type { DsrRecord } from './dsr-cells.ts';

/** Senders write the names with and without "Profile" or the variant, such as BasicAudioProfileSRB. */
const READ = /basicaudio|financialreporting/;
const MAX_NAME_LENGTH = 40;

/** @throws FileRejected for a HEAD of a profile that is not read. Without a profile, the records decide. */
export function requireProfile({ cell }: DsrRecord): void {
  const profile = cell('profile');
  if (profile === '' || READ.test(profile.toLowerCase().replace(/[^a-z]/g, ''))) return;
  throw new FileRejected(
    `DSRs of the profile ${profile.slice(0, MAX_NAME_LENGTH)} are not supported. The supported profiles are Basic Audio and Financial Reporting to Record Companies.`,
  );
}
