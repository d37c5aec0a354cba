/** The caller's permissions for videos. */
import type { Caller } from '../kit/http/caller.ts';
import type { VideoPermissions } from './rules/music-videos.ts';

export const videoPermissions = ({ capabilities }: Pick<Caller, 'capabilities'>): VideoPermissions => ({
  videoReleases: capabilities.has('video'),
  musicVideos: capabilities.has('music-videos'),
});
