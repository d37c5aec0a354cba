/** Hooks of artist profiles: formats, and the copy of the DSP 12 profile on DSP 16. */
import type { Context } from '../../kit/crud/context.ts';
import { linkingTo } from '../../kit/crud/read/linking.ts';
import { type Draft, hooksOf, type Rule, type WriteDecision } from '../../kit/crud/write/hooks.ts';
import type { Stored } from '../../kit/declare/fields.ts';
import type { Change } from '../../kit/records/changes.ts';
import { changed, findRecord, newRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { artistDspAvailabilities as availabilities } from '../api/artist-dsp-availabilities.ts';
import { artists } from '../api/artists.ts';
import { isOnSentRelease } from '../in-distribution/sent-releases.ts';
import {
  DELTA,
  DELTA_LIBRARY,
  isNewProfile,
  newProfileFault,
  profileFault,
} from '../rules/artist-availability.ts';

type Profile = Stored<typeof availabilities>;

interface Loaded {
  /** Whether an artist who asks for a new profile is on a release that was sent to stores. */
  readonly isOnSentRelease: boolean;
  /** The copy of the profile on DSP 16. */
  readonly replica: Profile | undefined;
}

const format: Rule<typeof availabilities, Loaded> = (draft, loaded) => {
  if (draft.before) rejectReplica(draft.before);
  const artist = draft.valid('artist');
  const dspId = draft.valid('dsp');
  const externalId = draft.valid('external-artist-id');
  const url = draft.valid('external-artist-url');
  // The rules below require valid values.
  if (!draft.isValid || !artist || !dspId || !externalId || url === undefined) return {};
  const isNew = isNewProfile({ dspId, externalId });
  const isIgnored = isNew && draft.isSent('external-artist-url') && url !== null;
  const decision: WriteDecision<typeof availabilities> = {
    ...(isNew && { fields: { 'external-artist-url': null } }),
    ...(isIgnored && { ignored: ['external-artist-url'] }),
  };
  const fault =
    profileFault({ dspId, externalId, url }, readSettings().profileBases) ??
    (isNew ? newProfileFault(draft.before?.fields['external-artist-id'], loaded.isOnSentRelease) : undefined);
  if (fault) return { ...decision, problems: [{ code: 'availability_refused', detail: fault }] };
  if (dspId !== DELTA) return decision;
  return { ...decision, also: [replicaWith(draft, loaded, { artist, externalId, url })] };
};

export const availabilityHooks = hooksOf(availabilities, {
  async load(sent, context): Promise<Loaded> {
    const [artist, dspId, externalId] = await Promise.all([
      sent.valid('artist'),
      sent.valid('dsp'),
      sent.valid('external-artist-id'),
    ]);
    if (!artist || !dspId || !externalId) return { isOnSentRelease: false, replica: undefined };
    const [isSent, replica] = await Promise.all([
      isNewProfile({ dspId, externalId }) && isSentToStores(artist, context),
      dspId === DELTA ? replicaOf(artist, context) : undefined,
    ]);
    return { isOnSentRelease: isSent, replica };
  },
  decide: [format],
  remove: {
    load: ({ fields }, context, going) =>
      going || fields.dsp !== DELTA ? undefined : replicaOf(fields.artist, context),
    decide(record, before, { going }) {
      if (!going) rejectReplica(record);
      return before ? { also: [{ resource: availabilities, before }] } : {};
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

async function isSentToStores(artistId: string, context: Context): Promise<boolean> {
  const artist = await findRecord(context, artists, artistId);
  return artist !== undefined && isOnSentRelease(context, artist);
}

async function replicaOf(artist: string, context: Context): Promise<Profile | undefined> {
  const linking = await linkingTo(context, availabilities, { near: 'artist', ids: [artist] });
  const replica = linking.get(artist)?.find(({ ids }) => ids['dsp'] === DELTA_LIBRARY);
  return replica && findRecord(context, availabilities, replica.id);
}

function replicaWith(
  draft: Draft<typeof availabilities>,
  { replica: before }: Loaded,
  { artist, externalId, url }: { artist: string; externalId: string; url: string | null },
): Change {
  const fields = { 'external-artist-id': externalId, 'external-artist-url': url };
  const after = before
    ? changed(draft, availabilities, { before, fields })
    : newRecord(draft, availabilities, {
        ownerId: draft.ownerId,
        fields: { ...fields, artist, dsp: DELTA_LIBRARY },
      });
  return { resource: availabilities, before, after };
}
