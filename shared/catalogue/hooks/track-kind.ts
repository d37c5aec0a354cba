/** The kind of a track, a song or a video, stored on the track and on each of its places. */
import type { Context } from '../../kit/crud/context.ts';
import type { Draft, Sent } from '../../kit/crud/write/hooks.ts';
import type { Change } from '../../kit/records/changes.ts';
import { type LinkedRecords, linkedRecords } from '../../kit/records/linked-records.ts';
import { changedUnseen, type Store } from '../../kit/records/store.ts';
import { albumTracks } from '../api/album-tracks.ts';
import { trackAssets } from '../api/track-assets.ts';
import { type Track, tracks } from '../api/tracks.ts';
import type { TrackKind } from '../rules/catalogue.ts';
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
import type { LackChanges } from '../rules/track-lacks.ts';
import { soundMarksOf } from '../rules/track-sound.ts';
import { placesWith } from './track-contents.ts';
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

export type Places = LinkedRecords<typeof albumTracks>;

export const findPlaces = (
  store: Pick<Store, 'api' | 'table'>,
  { id, ownerId }: Pick<Track, 'id' | 'ownerId'>,
): Promise<Places> =>
  linkedRecords(store, { type: tracks.type, id, ownerId }, { resource: albumTracks, by: 'track' });

/**
 * The albums count their tracks by kind, and note what they lack and what is heard of them, so all places of the track
 * change with it.
 * @param places undefined if neither can change.
 */
export function kindChange(
  track: Track,
  {
    kind,
    lacks = {},
    hasAtmos = track.fields['has-atmos'],
  }: { readonly kind: TrackKind; readonly lacks?: LackChanges; readonly hasAtmos?: boolean },
  places: Places | undefined,
): { readonly also: readonly Change[] } {
  const after = changedUnseen(track, { kind, 'has-atmos': hasAtmos });
  const isSame = (track.fields.kind === kind && track.fields['has-atmos'] === hasAtmos) || !places;
  const moved = placesWith(places?.records ?? [], { kind, lacks, sound: soundMarksOf(after.fields) });
  const own: Change = { resource: tracks, before: track, after };
  return { also: [...(isSame ? [] : [own]), ...moved] };
}
