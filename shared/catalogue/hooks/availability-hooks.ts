/** Hooks of artist profiles: formats, and the copy of the DSP 12 profile on DSP 16. */
import type { Context } from '../../kit/crud/context.ts';
import { linkingTo } from '../../kit/crud/read/backlinks.ts';
import { type Draft, hooksOf, type Rule } from '../../kit/crud/write/hooks.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
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

/** @property replica the copy of the profile on DSP 16. */
type ProfileRule = Rule<typeof availabilities, { readonly replica: Profile | undefined }>;

const profile: ProfileRule = (draft, { replica }) => {
  const { before, valid } = draft;
  if (before) rejectReplica(before);
  const artist = valid('artist');
  const dspId = valid('dsp');
  const externalId = valid('external-artist-id');
  const url = valid('external-artist-url');
  // The rules below require valid values.
  if (!draft.isValid || !artist || !dspId || !externalId || url === undefined) return undefined;
  const isNew = isNewProfile({ dspId, externalId });
  const isIgnored = isNew && draft.isSent('external-artist-url') && url !== null;
  const fault =
    profileFault({ dspId, externalId, url }, readSettings().profileBases) ??
    (isNew ? newProfileFault(before?.fields['external-artist-id']) : undefined);
  const fields = { 'external-artist-id': externalId, 'external-artist-url': url };
  return {
    ...(isNew && { fields: { 'external-artist-url': null } }),
    ignored: isIgnored ? ['external-artist-url'] : [],
    problems: fault ? [{ code: 'availability_refused', detail: fault }] : [],
    also: !fault && dspId === DELTA ? [replicaWith(draft, replica, { artist, fields })] : [],
  };
};

export const availabilityHooks = hooksOf(availabilities, {
  async load(sent, context) {
    const [artist, dspId] = await Promise.all([sent.valid('artist'), sent.valid('dsp')]);
    return { replica: artist && dspId === DELTA ? await replicaOf(artist, context) : undefined };
  },
  decide: [profile],
  remove: {
    load: ({ fields: { artist, dsp } }, context, cause) => ({
      replica: cause || dsp !== DELTA ? undefined : replicaOf(artist, context),
    }),
    decide(record, { replica: before }, { cause }) {
      if (!cause) rejectReplica(record);
      return before && { also: [{ resource: availabilities, before }] };
    },
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

function replicaWith(
  { ownerId, now }: Draft<typeof availabilities>,
  before: Profile | undefined,
  { artist, fields }: { artist: string; fields: Partial<Profile['fields']> },
): Change {
  const after = before
    ? changed({ now }, availabilities, { before, fields })
    : newRecord({ now }, availabilities, { ownerId, fields: { ...fields, artist, dsp: DELTA_LIBRARY } });
  return { resource: availabilities, before, after };
}
