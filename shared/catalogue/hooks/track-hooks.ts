/** Hooks of tracks: versions, music videos and extended credits. Places on albums: album-track-hooks.ts. */
import type { Context } from '../../kit/crud/context.ts';
import { type Draft, hooksOf } from '../../kit/crud/write/hooks.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import type { Write } from '../../kit/table/write.ts';
import type { Problem } from '../../kit/values/problems.ts';
import { readSettings } from '../../platform/settings.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { ownsIsrc, rememberIsrc } from '../owned-codes.ts';
import { codeGiven, codeReserved, isReservedIsrc } from '../rules/given-codes.ts';
import { comparableIsrc, hasIsrc } from '../rules/isrc.ts';
import { excludedAsset, kindOf, type VideoDraft, videoProblems, willBeVideo } from '../rules/music-videos.ts';
import { versionOf } from '../rules/track-version.ts';
import { videoPermissions } from '../video-permissions.ts';
import { prepareCredits, removeCredits } from './credit-hooks.ts';
import { releasesOfDraft, releasesOfTrack, type TrackReleases } from './track-releases.ts';
import { requireWritableReleases } from './writable-track.ts';

type TrackDraft = Draft<typeof tracks>;

export const trackHooks = hooksOf(tracks, {
  async prepare(draft, context) {
    const releases = await releasesOfDraft(draft, context);
    const permissions = videoPermissions(context.caller);
    requireWritableReleases(context, releases.all);
    const video = videoDraft(draft, releases);
    draft.reject(...videoProblems(video, permissions), ...audioProblems(draft, willBeVideo(video)));
    await keepCode(draft, context);
    await becomeKind(draft, willBeVideo(video), context);
    chooseVersion(draft);
    const artists = draft.valid('artists') ?? [];
    if (draft.isSent('artists') && artists.length > MAX_ARTISTS) draft.reject(tooManyArtists);
    await prepareCredits(draft, context);
  },

  async remove(record, context) {
    requireWritableReleases(context, (await releasesOfTrack(record, context)).all);
    const { writes = [], ...removal } = await removeCredits(record, context);
    return { ...removal, writes: [...writes, ...codeKept(record)] };
  },
});

const codeKept = ({ ownerId, fields: { 'isrc-code': code, 'isrc-given': isGiven } }: Track): Write[] =>
  isGiven && code !== null ? [rememberIsrc(ownerId, code)] : [];

/** Each artist is counted in the same transaction as the track and its places. */
const MAX_ARTISTS = 20;

const tooManyArtists: Problem = {
  code: 'limit_reached',
  detail: `A track has at most ${MAX_ARTISTS} direct artists.`,
  pointer: '/data/relationships/artists',
};

function videoDraft(draft: TrackDraft, { links, wanted }: TrackReleases): VideoDraft {
  return {
    was: draft.before?.fields['is-video'],
    sent: draft.isSent('is-video') ? draft.valid('is-video') : undefined,
    releases: wanted.map(({ fields }) => fields.format === 'video'),
    isShared: Math.max(links?.records.length ?? 0, wanted.length) > 1,
    allowsFingerprintScan: draft.valid('allow-fingerprint-scan'),
  };
}

/** A new song needs audio and must keep it. A former video may get audio later. */
function audioProblems(draft: TrackDraft, isVideo: boolean): Problem[] {
  const hasNone = draft.before !== undefined && draft.before.fields['full-audiofile-url'] === null;
  if (isVideo || hasNone || draft.valid('full-audiofile-url') !== null) return [];
  return [
    {
      code: 'required',
      detail: 'full-audiofile-url is required unless the track is a music video.',
      pointer: '/data/attributes/full-audiofile-url',
    },
  ];
}

/** Removes the audio of a new music video, and the master that the track can no longer have. */
async function becomeKind(draft: TrackDraft, isVideo: boolean, context: Context): Promise<void> {
  const { before } = draft;
  const sent = (['full-audiofile-url', 'md5'] as const).filter(
    (name) => draft.isSent(name) && typeof draft.valid(name) === 'string',
  );
  draft.set({ 'is-video': isVideo, ...(isVideo && { 'full-audiofile-url': null }) });
  if (draft.valid('full-audiofile-url') === null) draft.set({ md5: null });
  for (const name of sent) if (draft.valid(name) === null) draft.ignore(name);
  const kind = before?.fields['is-video'] === isVideo ? before.fields.kind : kindOf(isVideo, undefined);
  draft.set({ kind });
  if (before && before.fields['is-video'] !== isVideo) {
    const assets = await linkedRecords(context, before, { resource: trackAssets, by: 'track' });
    const excluded = assets.records.filter(({ fields }) => fields['asset-type'] === excludedAsset(isVideo));
    draft.also(...excluded.map((asset) => ({ resource: trackAssets, before: asset })));
    draft.write(...assets.unchanged);
  }
}

/**
 * A code that was given stays, in its spelling. Others with the prefix of the stage are not for owners to choose.
 */
async function keepCode(draft: TrackDraft, context: Context): Promise<void> {
  const code = draft.valid('isrc-code');
  const before = draft.before?.fields;
  if (code === undefined || code === before?.['isrc-code']) return;
  const isSame = comparableIsrc(code ?? '') === comparableIsrc(before?.['isrc-code'] ?? '');
  if (before?.['isrc-given']) {
    if (isSame) draft.set({ 'isrc-code': before['isrc-code'] });
    else draft.reject(codeGiven('isrc-code'));
  } else if (code !== null && hasIsrc({ 'isrc-code': code })) {
    const { codes } = readSettings();
    const isReserved = !isSame && isReservedIsrc(codes, code);
    if (isReserved && !(await ownsIsrc(context, draft.ownerId, code)))
      draft.reject(codeReserved('isrc-code', codes.isrc ?? ''));
  }
}

function chooseVersion(draft: TrackDraft): void {
  const [named] = draft.linked('version');
  const sent = draft.isSent('version') ? draft.valid('version') : undefined;
  const asked = {
    text: draft.isSent('version-description') ? draft.valid('version-description') : undefined,
    version: sent === null ? null : named && { id: named.id, name: String(named.fields['name']) },
  };
  const { text, version } = versionOf(asked, draft.before?.fields['version-description'] ?? null);
  draft.set({ 'version-description': text, ...(version !== undefined && { version }) });
}
