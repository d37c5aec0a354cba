/** Whether the account may edit a track. Video releases require the video feature (specification 7). */
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

/** @returns the track that a link names, or undefined if the link is missing or invalid. */
export const trackOf = async (context: Context, id: string | undefined): Promise<Track | undefined> =>
  id === undefined ? undefined : findRecord(context, tracks, id);
