/** The file of a track whose sound is compared with that of other tracks. */
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { linkedRecordsOf } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';

export interface AudioSource {
  readonly url: string;
  /** What the MD5 of the file must be; null if the owner has not given it. */
  readonly md5: string | null;
}

/** @returns the audio file or a valid Dolby Atmos master; undefined for videos and tracks that opt out. */
export async function audioSourceOf(
  store: Pick<Store, 'api' | 'table'>,
  track: Track,
): Promise<AudioSource | undefined> {
  const { 'full-audiofile-url': url, md5, 'is-video': isVideo } = track.fields;
  if (isVideo || !track.fields['allow-fingerprint-scan']) return undefined;
  if (url !== null) return { url, md5 };
  const masters = await linkedRecordsOf(store, [track], { resource: trackAssets, by: 'track' });
  const master = masters
    .get(track.id)
    ?.find(({ fields }) => fields['asset-type'] === 'dolby_atmos' && fields['validation-status'] === 'valid');
  return master && { url: master.fields.url, md5: null };
}
