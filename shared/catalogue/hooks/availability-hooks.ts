/** Hooks of artist profiles: formats, and the copy of the DSP 12 profile on DSP 16. */
import type { Context } from '../../kit/crud/context.ts';
import { linkingTo } from '../../kit/crud/read/backlinks.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import { changed, findRecord, newRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { artistDspAvailabilities as availabilities } from '../api/artist-dsp-availabilities.ts';
import {
  DELTA,
  DELTA_LIBRARY,
  isNewProfile,
  newProfileFault,
  profileFault,
} from '../rules/artist-availability.ts';

type Profile = Stored<typeof availabilities>;
type ProfileDraft = Draft<typeof availabilities>;

export const availabilityHooks = hooksOf(availabilities, {
  async prepare(draft, context) {
    if (draft.before) rejectReplica(draft.before);
    const artist = draft.valid('artist');
    const dspId = draft.valid('dsp');
    const externalId = draft.valid('external-artist-id');
    const url = draft.valid('external-artist-url');
    // The rules below require valid values.
    if (!draft.isValid || !artist || !dspId || !externalId || url === undefined) return;
    const isNew = isNewProfile({ dspId, externalId });
    if (isNew) {
      if (draft.isSent('external-artist-url') && url !== null) draft.ignore('external-artist-url');
      draft.set({ 'external-artist-url': null });
    }
    const fault =
      profileFault({ dspId, externalId, url }, readSettings().profileBases) ??
      (isNew ? newProfileFault(draft.before?.fields['external-artist-id']) : undefined);
    if (fault) draft.reject({ code: 'availability_refused', detail: fault });
    else if (dspId === DELTA) await replicate(draft, { artist, externalId, url }, context);
  },

  async remove(record, context, going) {
    if (going) return {};
    rejectReplica(record);
    if (record.fields.dsp !== DELTA) return {};
    const before = await replicaOf(record.fields.artist, context);
    return before ? { also: [{ resource: availabilities, before }] } : {};
  },
});

/** @throws replica_not_managed (403) for the copy on DSP 16. */
function rejectReplica({ fields }: Profile): void {
  if (fields.dsp !== DELTA_LIBRARY) return;
  throw problem(
    'replica_not_managed',
    'This profile is a copy of the one on DSP 12. Change or delete that one instead.',
  );
}

async function replicaOf(artist: string, context: Context): Promise<Profile | undefined> {
  const linking = await linkingTo(context, availabilities, { near: 'artist', ids: [artist] });
  const replica = linking.get(artist)?.find(({ ids }) => ids['dsp'] === DELTA_LIBRARY);
  return replica && findRecord(context, availabilities, replica.id);
}

async function replicate(
  draft: ProfileDraft,
  { artist, externalId, url }: { artist: string; externalId: string; url: string | null },
  context: Context,
): Promise<void> {
  const before = await replicaOf(artist, context);
  const fields = { 'external-artist-id': externalId, 'external-artist-url': url };
  const after = before
    ? changed(context, availabilities, { before, fields })
    : newRecord(context, availabilities, {
        ownerId: draft.ownerId,
        fields: { ...fields, artist, dsp: DELTA_LIBRARY },
      });
  draft.also({ resource: availabilities, before, after });
}
