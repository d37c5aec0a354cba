/** Rules of music videos: what may become one, and what a video release accepts (specification 2.3.3, 7). */
import { type Problem, problem } from '../../kit/values/problems.ts';
import type { AssetType, TrackKind } from './catalogue.ts';

export interface VideoPermissions {
  /** The video feature: write access to video releases. */
  readonly videoReleases: boolean;
  readonly musicVideos: boolean;
}

/** @throws video_read_only (403) when the account has no video feature. */
export function requireVideoFeature({ videoReleases }: VideoPermissions): void {
  if (videoReleases) return;
  throw problem('video_read_only', 'Your account has no video feature: video releases are read-only.');
}

export interface VideoDraft {
  /** Whether the track is a music video; undefined: it is new. */
  readonly was: boolean | undefined;
  readonly sent: boolean | undefined;
  /** Whether each of the albums that the track will be on is a video release. */
  readonly releases: readonly boolean[];
  /** Whether it is on several albums, or will be. */
  readonly isShared: boolean;
  readonly allowsFingerprintScan: boolean | undefined;
}

/** A track created on a video release is a music video unless it says otherwise. */
export const willBeVideo = ({ was, sent, releases }: VideoDraft): boolean =>
  sent ?? was ?? releases.includes(true);

/**
 * @throws video_not_allowed (403) when the account has no music videos.
 * @returns what is wrong with the track as a song, or as a video.
 */
export function videoProblems(draft: VideoDraft, { musicVideos }: VideoPermissions): Problem[] {
  const { was, sent, releases, isShared, allowsFingerprintScan } = draft;
  const isVideo = willBeVideo(draft);
  const asks = sent === true || (was === undefined && isVideo);
  if (asks && !musicVideos)
    throw problem('video_not_allowed', 'Your account has no music videos.', { pointer: IS_VIDEO });
  if (!isVideo) return releases.includes(true) ? [onlyVideos(sent === false ? IS_VIDEO : ALBUMS)] : [];
  return [
    ...(was !== true && isShared ? [shared] : []),
    ...(allowsFingerprintScan === false ? [scanRequired] : []),
  ];
}

const IS_VIDEO = '/data/attributes/is-video';
const ALBUMS = '/data/relationships/albums';

/** @param pointer to what asks for a song on a video release. */
export const onlyVideos = (pointer: string): Problem => ({
  code: 'video_release_accepts_only_videos',
  detail: 'All tracks of a video release are music videos.',
  pointer,
});

const shared: Problem = {
  code: 'video_track_is_shared',
  detail: 'A track on several albums cannot become a music video.',
  pointer: IS_VIDEO,
};

const scanRequired: Problem = {
  code: 'fingerprint_scan_required_for_video',
  detail: 'Music videos are always scanned: allow-fingerprint-scan cannot be false.',
  pointer: '/data/attributes/allow-fingerprint-scan',
};

/** The master that a track cannot have: it is removed when the track becomes what it is. */
export const excludedAsset = (isVideo: boolean): AssetType => (isVideo ? 'dolby_atmos' : 'video');

/** @returns what is wrong with a master for the track, or undefined. */
export const assetProblem = (type: AssetType, isVideo: boolean): Problem | undefined =>
  type === excludedAsset(isVideo)
    ? {
        code: 'track_asset_type_mismatch',
        detail: isVideo
          ? 'A music video has a video master, no Dolby Atmos master.'
          : 'A song has no video master: set is-video to true first.',
        pointer: '/data/attributes/asset-type',
      }
    : undefined;

/** @param master status of the video master; undefined: there is none. */
export const kindOf = (isVideo: boolean, master: string | undefined): TrackKind => {
  if (!isVideo) return 'song';
  return master === undefined || master === 'valid' ? 'video' : 'unready_video';
};
