/** set-availability: a brand-new profile (NEW) gets the id the DSP gave it. */
import { artistDspAvailabilities as resource } from '../../shared/api/artist-dsp-availabilities.ts';
import { isNewProfile, profileFault } from '../../shared/domain/artist-availability.ts';
import { problem } from '../../shared/domain/problems.ts';
import { stageSettings } from '../../shared/settings.ts';
import { ConditionsFailed, versionIs } from '../../shared/table/commit.ts';
import { keyRows, recordKey } from '../../shared/table/keys.ts';
import { type StoredRecord, toItem, toRecord } from '../../shared/table/records.ts';
import type { Run } from './operation.ts';

export const setAvailability: Run<'set-availability'> = async (given, { table, now }) => {
  const item = await table.get(recordKey(resource.type, given.id));
  if (!item) throw problem('unknown_record', `There is no profile ${given.id}.`);
  const before = toRecord(item);
  const after = replaced(before, { externalId: given['external-id'], url: given['external-url'], now });
  try {
    await table.commit([
      { put: toItem(resource, keyRows[resource.type], after), condition: versionIs(before.version) },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionsFailed)) throw error;
    throw problem(
      'stale_version',
      'Its owner changed the profile at this moment: look at it, and try again.',
    );
  }
  return { id: given.id, 'external-artist-id': given['external-id'] };
};

function replaced(
  before: StoredRecord,
  { externalId, url, now }: { externalId: string; url: string; now: Date },
): StoredRecord {
  const dspId = String(before.fields['dsp']);
  if (!isNewProfile({ dspId, externalId: String(before.fields['external-artist-id']) })) {
    throw problem('availability_refused', 'This profile is not NEW: its owner manages it.');
  }
  const fault = profileFault({ dspId, externalId, url }, stageSettings().profileBases);
  if (fault || isNewProfile({ dspId, externalId })) {
    throw problem('availability_refused', fault ?? 'Name the id that the DSP gave the profile.');
  }
  const changes = {
    'external-artist-id': externalId,
    'external-artist-url': url,
    'updated-at': now.toISOString(),
  };
  return { ...before, version: before.version + 1, fields: { ...before.fields, ...changes } };
}
