/** The kind of a track: a song or a video. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft, Sent } from '../../kit/crud/write/hooks.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { trackAssets } from '../api/track-assets.ts';
import type { tracks } from '../api/tracks.ts';
import {
  attributesWithoutAudio,
  audioProblems,
  excludedAsset,
  kindOf,
  requireWritable,
  type VideoDraft,
  videoProblems,
  willBeVideo,
} from '../rules/music-videos.ts';
import type { TrackReleases } from './track-releases.ts';
import type { LoadedTrack, TrackRule } from './track-rule.ts';

type TrackDraft = Draft<typeof tracks>;

/** @returns the masters of a track that becomes a song or a video. */
export async function loadMasters(
  sent: Sent<typeof tracks>,
  context: Context,
): Promise<LoadedTrack['masters']> {
  const before = sent.isSent('is-video') ? await sent.before : undefined;
  if (!before || before.fields['is-video'] === (await sent.valid('is-video'))) return undefined;
  return linkedRecords(context, before, { resource: trackAssets, by: 'track' });
}

/** Whether the track may be a song or a video. What its new kind cannot have is removed. */
export const kind: TrackRule = (draft, { releases, masters }) => {
  const { before, caller, isSent, valid } = draft;
  requireWritable(caller, releases.all);
  const video = videoDraft(draft, releases);
  const isVideo = willBeVideo(video);
  const isSame = before?.fields['is-video'] === isVideo;
  const audio = { before: before?.fields['full-audiofile-url'], after: valid('full-audiofile-url') };
  const lost = attributesWithoutAudio(isVideo, audio.after);
  const excluded = masters?.records.filter(({ fields }) => fields['asset-type'] === excludedAsset(isVideo));
  return {
    problems: [...videoProblems(video, caller), ...audioProblems(isVideo, audio)],
    fields: {
      'is-video': isVideo,
      kind: before && isSame ? before.fields.kind : kindOf(isVideo, undefined),
      'has-atmos': !isVideo && (before?.fields['has-atmos'] ?? false),
      ...Object.fromEntries(lost.map((name) => [name, null])),
    },
    ignored: lost.filter((name) => isSent(name) && typeof valid(name) === 'string'),
    also: (excluded ?? []).map((asset) => ({ resource: trackAssets, before: asset })),
  };
};

function videoDraft(draft: TrackDraft, { links, future }: TrackReleases): VideoDraft {
  return {
    was: draft.before?.fields['is-video'],
    sent: draft.isSent('is-video') ? draft.valid('is-video') : undefined,
    releases: future.map(({ fields }) => fields.format === 'video'),
    isShared: Math.max(links?.linkings.length ?? 0, future.length) > 1,
    allowsFingerprintScan: draft.valid('allow-fingerprint-scan'),
  };
}
