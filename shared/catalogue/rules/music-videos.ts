/** Which tracks may become music videos, and what video releases accept (specification 2.3.3, 7). */
import { type Problem, problem } from '../../kit/values/problems.ts';
import type { AssetType, TrackKind } from './catalogue.ts';

interface Account {
  readonly capabilities: ReadonlySet<string>;
}

/** Whether the account has the video feature, so that it may write everything. */
export const writesVideos = ({ capabilities }: Account): boolean => capabilities.has('video');

/**
 * @param releases that the write is about.
 * @throws video_read_only (403) if one is a video release, and the account does not have the video feature.
 */
export function requireWritable(
  account: Account,
  releases: readonly { readonly fields: { readonly format: string | undefined } }[],
): undefined {
  if (writesVideos(account) || releases.every(({ fields }) => fields.format !== 'video')) return undefined;
  throw problem(
    'video_read_only',
    'Your account does not include the video feature. Video releases are read-only.',
  );
}

export interface VideoDraft {
  /** Whether the track is a music video; undefined for a new track. */
  readonly was: boolean | undefined;
  readonly sent: boolean | undefined;
  /** For each future album of the track, whether it is a video release. */
  readonly releases: readonly boolean[];
  /** Whether the track is or will be on several albums. */
  readonly isShared: boolean;
  readonly allowsFingerprintScan: boolean | undefined;
}

/** A track created on a video release is a music video unless the request says otherwise. */
export const willBeVideo = ({ was, sent, releases }: VideoDraft): boolean =>
  sent ?? was ?? releases.includes(true);

/**
 * @throws video_not_allowed (403) if the account is not enabled for music videos.
 * @returns the problems of the track as a song or as a video.
 */
export function videoProblems(draft: VideoDraft, { capabilities }: Account): Problem[] {
  const { was, sent, releases, isShared, allowsFingerprintScan } = draft;
  const isVideo = willBeVideo(draft);
  const asks = sent === true || (was === undefined && isVideo);
  if (asks && !capabilities.has('music-videos'))
    throw problem('video_not_allowed', 'Your account is not enabled for music videos.', {
      pointer: IS_VIDEO,
    });
  if (!isVideo) return releases.includes(true) ? [onlyVideos(sent === false ? IS_VIDEO : ALBUMS)] : [];
  return [
    ...(was !== true && isShared ? [shared] : []),
    ...(allowsFingerprintScan === false ? [scanRequired] : []),
  ];
}

const IS_VIDEO = '/data/attributes/is-video';
const ALBUMS = '/data/relationships/albums';

/** @param pointer to the member that would put a song on a video release. */
export const onlyVideos = (pointer: string): Problem => ({
  code: 'video_release_accepts_only_videos',
  detail: 'All tracks of a video release must be music videos.',
  pointer,
});

const shared: Problem = {
  code: 'video_track_is_shared',
  detail: 'A track on several albums cannot become a music video.',
  pointer: IS_VIDEO,
};

const scanRequired: Problem = {
  code: 'fingerprint_scan_required_for_video',
  detail: 'Music videos are always scanned, so allow-fingerprint-scan cannot be false.',
  pointer: '/data/attributes/allow-fingerprint-scan',
};

/** The type of master that the track cannot have. It is removed when the track changes its kind. */
export const excludedAsset = (isVideo: boolean): AssetType => (isVideo ? 'dolby_atmos' : 'video');

/** @returns why the track cannot have the master, or undefined. */
export const assetProblem = (type: AssetType, isVideo: boolean): Problem | undefined =>
  type === excludedAsset(isVideo)
    ? {
        code: 'track_asset_type_mismatch',
        detail: isVideo
          ? 'A music video cannot have a Dolby Atmos master.'
          : 'A song cannot have a video master. Set is-video to true first.',
        pointer: '/data/attributes/asset-type',
      }
    : undefined;

/** @param master status of the video master, or undefined if there is none. */
export const kindOf = (isVideo: boolean, master: string | undefined): TrackKind => {
  if (!isVideo) return 'song';
  return master === undefined || master === 'valid' ? 'video' : 'unready_video';
};

/** A new song needs audio and must keep it. A former video may get audio later. @param before null without audio. */
export function audioProblems(
  isVideo: boolean,
  { before, after }: { before: string | null | undefined; after: string | null | undefined },
): Problem[] {
  if (isVideo || before === null || after !== null) return [];
  return [
    {
      code: 'required',
      detail: 'full-audiofile-url is required unless the track is a music video.',
      pointer: '/data/attributes/full-audiofile-url',
    },
  ];
}

/** A music video has no audio. @param audio that the track would have. @returns the attributes that become null. */
export const attributesWithoutAudio = (isVideo: boolean, audio: string | null | undefined) => [
  ...(isVideo ? (['full-audiofile-url'] as const) : []),
  ...(isVideo || audio === null ? (['md5'] as const) : []),
];
