/** Whether the caller's account may edit a track: on a video release it needs the video feature (specification 7). */
import type { Context } from '../../kit/crud/context.ts';
import { findRecord } from '../../kit/records/store.ts';
import type { Album } from '../api/albums.ts';
import { type Track, tracks } from '../api/tracks.ts';
import { requireVideoFeature } from '../rules/music-videos.ts';
import { videoPermissions } from '../video-permissions.ts';
import { releasesOf } from './track-releases.ts';

/** @throws video_read_only (403). */
export async function requireWritable(context: Context, track: Track): Promise<void> {
  const { all } = await releasesOf({ before: track, sent: new Set() }, context);
  requireWritableReleases(context, all);
}

/** @throws video_read_only (403). */
export function requireWritableReleases({ caller }: Context, releases: readonly Album[]): void {
  if (releases.some(({ fields }) => fields.format === 'video')) requireVideoFeature(videoPermissions(caller));
}

/** @returns a track that a link names; undefined when the link has no valid one. */
export const trackOf = async (context: Context, id: string | undefined): Promise<Track | undefined> =>
  id === undefined ? undefined : findRecord(context, tracks, id);
