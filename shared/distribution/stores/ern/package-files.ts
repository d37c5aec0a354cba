/** The files that a package needs, and their properties after the transfer. */
import { createHash } from 'node:crypto';
import type { Parcel, ParcelTrack } from '../parcel.ts';

export interface WantedFile {
  readonly kind: 'artwork' | 'audio' | 'dolby_atmos' | 'video';
  /** A readable name, such as "The artwork". */
  readonly title: string;
  /** Undefined for the artwork. */
  readonly trackId?: string;
  /** Its name in the folder of the package. */
  readonly name: string;
  readonly url: string;
  /** Its MD5 digest in lower case, if the owner stated it. */
  readonly md5?: string;
}

/** A file as a message describes it. Without its size, it is at its address instead of in the package. */
export interface MessageFile extends Omit<WantedFile, 'url'> {
  readonly bytes?: number;
  /** SHA-256, in hexadecimal digits. */
  readonly sha256?: string;
}

/** A transferred file, with the MD5 digest that was required. */
export type PackageFile = MessageFile & Required<Pick<MessageFile, 'bytes' | 'sha256'>>;

const extensions: Readonly<Record<WantedFile['kind'], string>> = {
  artwork: 'jpg',
  audio: 'wav',
  dolby_atmos: 'wav',
  video: 'mp4',
};

/**
 * A takedown has no files.
 * @returns the files, or a sentence about the first missing one.
 */
export function wantedFiles({
  type,
  release,
}: Parcel): { files: readonly WantedFile[] } | { missing: string } {
  if (type === 'takedown') return { files: [] };
  if (release.artwork === null) return { missing: 'The release has no artwork.' };
  const files: WantedFile[] = [
    wantedFile({ kind: 'artwork', title: 'The artwork', stem: 'artwork', url: release.artwork }),
  ];
  for (const track of release.tracks) {
    const ofTrack = filesOf(track);
    if (ofTrack.length === 0) {
      return {
        missing: `Track ${track.order} on disc ${track.disc} has no ${track.isVideo ? 'video' : 'audio'}.`,
      };
    }
    files.push(...ofTrack);
  }
  return { files };
}

function filesOf(track: ParcelTrack): readonly WantedFile[] {
  const stem = `${track.disc}-${String(track.order).padStart(2, '0')}`;
  const master = (wanted: 'dolby_atmos' | 'video') => track.masters.find(({ type }) => type === wanted)?.url;
  const of = `of track ${track.order} on disc ${track.disc}`;
  const video = master('video');
  const atmos = master('dolby_atmos');
  const file = (kind: 'audio' | 'video', url: string) =>
    wantedFile({ kind, title: `The ${kind} ${of}`, stem, url, trackId: track.id });
  if (track.isVideo) return video === undefined ? [] : [file('video', video)];
  if (track.audio === null) return [];
  const audio = {
    ...file('audio', track.audio),
    ...(track.md5 !== null && { md5: track.md5.toLowerCase() }),
  };
  if (atmos === undefined) return [audio];
  const title = `The Dolby Atmos master ${of}`;
  return [
    audio,
    wantedFile({ kind: 'dolby_atmos', title, stem: `${stem}-atmos`, url: atmos, trackId: track.id }),
  ];
}

/**
 * The name includes a hash of the URL. Files in a package are written once, so a track whose URL changes
 * between attempts must get a new file.
 */
function wantedFile({ stem, ...file }: Omit<WantedFile, 'name'> & { readonly stem: string }): WantedFile {
  const source = createHash('sha256').update(file.url).digest('hex').slice(0, 12);
  const path = URL.parse(file.url)?.pathname ?? '';
  const extension = /\.([a-z0-9]{2,4})$/i.exec(path)?.[1]?.toLowerCase() ?? extensions[file.kind];
  return { ...file, name: `resources/${stem}-${source}.${extension}` };
}
