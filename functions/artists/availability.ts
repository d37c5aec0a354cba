/** A profile about to be saved or removed: its form, and the copy of DSP 12 that DSP 16 gets in the same transaction. */
import { artistDspAvailabilities as resource } from '../../shared/api/artist-dsp-availabilities.ts';
import type { Context } from '../../shared/crud/context.ts';
import type { Draft } from '../../shared/crud/hooks.ts';
import {
  DELTA,
  DELTA_LIBRARY,
  isNewProfile,
  newProfileFault,
  profileFault,
} from '../../shared/domain/artist-availability.ts';
import { problem } from '../../shared/domain/problems.ts';
import { stageSettings } from '../../shared/settings.ts';
import { absent, versionIs, type Write } from '../../shared/table/commit.ts';
import { freeGuard, guardOf, holderOf, takeGuard } from '../../shared/table/guards.ts';
import { newId } from '../../shared/table/ids.ts';
import { keyRows, recordKey } from '../../shared/table/keys.ts';
import { type StoredRecord, toItem, toRecord } from '../../shared/table/records.ts';

export async function prepareAvailability(draft: Draft, context: Context): Promise<void> {
  const { fields, before, problems } = draft;
  if (before) refuseReplica(before);
  // The sentences of the rules suppose well-formed values.
  if (problems.length > 0) return;
  const profile = {
    dspId: String(fields['dsp']),
    externalId: String(fields['external-artist-id']),
    url: fields['external-artist-url'] === null ? null : String(fields['external-artist-url']),
  };
  const isNew = isNewProfile(profile);
  if (isNew) fields['external-artist-url'] = null;
  const fault =
    profileFault(profile, stageSettings().profileBases) ??
    (isNew ? await newFault(draft, context) : undefined);
  if (fault) problems.push({ code: 'availability_refused', detail: fault });
  else if (profile.dspId === DELTA) await replicate(draft, context);
}

export async function removeAvailability(record: StoredRecord, context: Context): Promise<readonly Write[]> {
  refuseReplica(record);
  if (record.fields['dsp'] !== DELTA) return [];
  const { guard, replica } = await replicaOf(record, context);
  if (!replica) return [];
  return [{ delete: recordKey(resource.type, replica.id) }, freeGuard(guard, replica.id)];
}

/** @throws replica_not_managed (403): DSP 16 follows DSP 12. */
function refuseReplica({ fields }: StoredRecord): void {
  if (fields['dsp'] !== DELTA_LIBRARY) return;
  throw problem('replica_not_managed', 'This profile follows the one on DSP 12: change or delete that one.');
}

async function newFault({ before, fields, linked }: Draft, { table }: Context): Promise<string | undefined> {
  const [named] = linked.get('artist') ?? [];
  const item = named ? undefined : await table.get(recordKey('artists', String(fields['artist'])));
  const artist = named ?? (item && toRecord(item));
  const linkedId = before && String(before.fields['external-artist-id']);
  return newProfileFault(linkedId, Number(artist?.fields['sent-releases'] ?? 0));
}

type Pair = Pick<StoredRecord, 'ownerId' | 'fields'>;

async function replicaOf({ ownerId, fields }: Pair, { table }: Context) {
  const value = `${fields['artist']}+${DELTA_LIBRARY}`;
  const guard = guardOf(resource.type, { scope: ownerId, field: 'artist+dsp', value });
  const id = holderOf(await table.get(guard));
  const item = id === undefined ? undefined : await table.get(recordKey(resource.type, id));
  return { guard, replica: item && toRecord(item) };
}

async function replicate({ fields, writes }: Draft, context: Context): Promise<void> {
  const ownerId = context.caller.userId;
  const { guard, replica } = await replicaOf({ ownerId, fields }, context);
  const at = context.now.toISOString();
  const copy: StoredRecord = {
    type: resource.type,
    id: replica?.id ?? newId(context.now),
    ownerId,
    version: (replica?.version ?? 0) + 1,
    fields: {
      ...fields,
      dsp: DELTA_LIBRARY,
      'created-at': replica?.fields['created-at'] ?? at,
      'updated-at': at,
    },
  };
  writes.push({
    put: toItem(resource, keyRows[resource.type], copy),
    condition: replica ? versionIs(replica.version) : absent,
  });
  if (!replica) writes.push(takeGuard(guard, copy.id, 'alone'));
}
