/** Replaces a requested profile (NEW) with the one the DSP created. */
import type { Run } from '../../kit/commands/listed.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { artistDspAvailabilities as resource } from '../api/artist-dsp-availabilities.ts';
import type { setAvailability } from '../commands.ts';
import { isNewProfile, profileFault } from '../rules/artist-availability.ts';

export const run = (async (given, operation) => {
  const profile = { externalId: given['external-id'], url: given['external-url'] };
  await changeRecord(operation, { resource, id: given.id }, (before) => {
    requireReplaceable(before, profile);
    return { fields: { 'external-artist-id': profile.externalId, 'external-artist-url': profile.url } };
  });
  return { id: given.id, 'external-artist-id': profile.externalId };
}) satisfies Run<typeof setAvailability>;

/** @throws availability_refused if the profile is not NEW or the replacement is invalid. */
function requireReplaceable(
  { fields }: Stored<typeof resource>,
  { externalId, url }: { externalId: string; url: string },
): void {
  const dspId = fields.dsp;
  if (!isNewProfile({ dspId, externalId: fields['external-artist-id'] })) {
    throw problem('availability_refused', 'This profile is not NEW, so only its owner can change it.');
  }
  const fault = profileFault({ dspId, externalId, url }, readSettings().profileBases);
  if (fault || isNewProfile({ dspId, externalId })) {
    throw problem('availability_refused', fault ?? 'The id of the profile on the DSP is required.');
  }
}
