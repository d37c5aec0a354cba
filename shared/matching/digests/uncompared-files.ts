/**
 * The files of a track that stores get, although their sound is not compared: audio whose owner opted out, Dolby Atmos
 * masters beside audio, and videos. An approval is for these very files, so that their digests are known by then.
 */
import { trackAssets } from '../../catalogue/api/track-assets.ts';
import type { Track } from '../../catalogue/api/tracks.ts';
import { soundOf } from '../../catalogue/rules/track-sound.ts';
import { linkedRecordsOf } from '../../kit/records/linked-records.ts';
import type { Store } from '../../kit/records/store.ts';

export const fileParts = ['audio', 'dolby_atmos', 'video'] as const;
export type FilePart = (typeof fileParts)[number];

export interface UncomparedFile {
  readonly part: FilePart;
  readonly url: string;
}

/** Whether the track can have such files. */
export function mayHaveUncompared({ fields }: Track): boolean {
  const { hearing, hasUnheard } = soundOf(fields);
  return hearing === 'not_compared' || hasUnheard;
}

/** @param tracks of one owner. @returns the files by the ids of tracks, without tracks that have none. */
export async function uncomparedFiles(
  store: Pick<Store, 'api' | 'table'>,
  tracks: readonly Track[],
): Promise<ReadonlyMap<string, readonly UncomparedFile[]>> {
  const concerned = tracks.filter(mayHaveUncompared);
  if (concerned.length === 0) return new Map();
  const masters = await linkedRecordsOf(store, concerned, { resource: trackAssets, by: 'track' });
  const all = concerned.map(({ id, fields }) => {
    const { 'full-audiofile-url': audio, 'is-video': isVideo } = fields;
    const isClosed = soundOf(fields).hearing === 'not_compared' && audio !== null;
    const wanted = isVideo ? 'video' : 'dolby_atmos';
    const master = masters.get(id)?.find(({ fields: { 'asset-type': type } }) => type === wanted);
    const files: UncomparedFile[] = [
      ...(isClosed ? [{ part: 'audio' as const, url: audio }] : []),
      ...(master ? [{ part: wanted as FilePart, url: master.fields.url }] : []),
    ];
    return [id, files] as const;
  });
  return new Map(all.filter(([, files]) => files.length > 0));
}
