/** What a release is made of, on which its type in messages and the product type of a batch depend. Pure. */
import type { ParcelRelease } from './parcel.ts';

type Release = Pick<ParcelRelease, 'format' | 'tracks'>;

export const releaseMedia = ['audio', 'video', 'mixed'] as const;

export function mediaOf({ format, tracks }: Release): (typeof releaseMedia)[number] {
  const videos = tracks.filter(({ isVideo }) => isVideo).length;
  if (videos > 0 && videos < tracks.length) return 'mixed';
  return videos > 0 || format === 'video' ? 'video' : 'audio';
}

/** @returns a ReleaseType of DDEX. */
export function releaseType(release: Release): string {
  const { format, tracks } = release;
  const media = mediaOf(release);
  if (media === 'mixed') return format === 'single' ? 'MultimediaSingle' : 'MultimediaAlbum';
  if (media === 'video' || format === 'video') return tracks.length > 1 ? 'VideoAlbum' : 'VideoSingle';
  return { single: 'Single', ep: 'EP', album: 'Album' }[format];
}
