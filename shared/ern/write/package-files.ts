/** The files that a package needs, and their properties after the transfer. */
import { createHash } from 'node:crypto';
import type { ImageHead } from '../../catalogue/artwork/image-head.ts';
import type { Parcel, ParcelRelease, ParcelTrack } from './parcel.ts';

export interface WantedFile {
  readonly kind: 'artwork' | 'audio' | 'dolby_atmos' | 'video' | 'lyrics' | 'synced_lyrics';
  /** A readable name, such as "The artwork". */
  readonly title: string;
  /** Undefined for the artwork. */
  readonly trackId?: string;
  /** The name of the file in the folder of the package. */
  readonly name: string;
  readonly from: FileSource;
  /** The MD5 digest in lower case, if the owner stated it. */
  readonly md5?: string;
  /** The MD5 digest of the file that was analyzed, in lower case, if it must be that one. */
  readonly heardMd5?: string;
  /** The SHA-256 digest of the file that was approved, in hexadecimal digits, if it must be that one. Null if no file was read. */
  readonly seenSha256?: string | null;
}

/** Where the content of a file is, or the content itself. */
type FileSource = { readonly url: string } | { readonly text: string };

/** A file as a message describes it. Without its size, it is at its address instead of in the package. */
export interface MessageFile extends Omit<WantedFile, 'from'> {
  readonly bytes?: number;
  /** SHA-256, in hexadecimal digits. */
  readonly sha256?: string;
  /** What a transferred cover is. Null if it is neither a JPEG nor a PNG. */
  readonly image?: ImageHead | null;
}

/** A transferred file, with the MD5 digest that was required. */
export type PackageFile = MessageFile & Required<Pick<MessageFile, 'bytes' | 'sha256'>>;

const extensions: Readonly<Record<WantedFile['kind'], string>> = {
  artwork: 'jpg',
  audio: 'wav',
  dolby_atmos: 'wav',
  video: 'mp4',
  lyrics: 'txt',
  synced_lyrics: 'lrc',
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
  const files: WantedFile[] = [artworkFile(release.artwork, release)];
  for (const track of release.tracks) {
    const ofTrack = filesOf(track);
    if (ofTrack.length === 0) {
      return {
        missing: `Track ${track.order} on disc ${track.disc} has no ${track.isVideo ? 'video' : 'audio'}.`,
      };
    }
    files.push(...ofTrack, ...lyricsOf(track));
  }
  return { files };
}

const imageExtensions = { jpeg: 'jpg', png: 'png' } as const;

/** @returns the name with the extension of the format. */
export const imageName = (name: string, format: ImageHead['format']): string =>
  name.replace(/\.[a-z0-9]+$/, `.${imageExtensions[format]}`);

/** A cover that was measured has the extension of its format, until it is transferred. */
const artworkFile = (
  url: string,
  { artworkSize: size, artworkSha256 }: Pick<ParcelRelease, 'artworkSize' | 'artworkSha256'>,
): WantedFile => ({
  ...wantedFile({
    kind: 'artwork',
    title: 'The artwork',
    stem: 'artwork',
    from: { url },
    ...(size && { extension: imageExtensions[size.format] }),
  }),
  ...(artworkSha256 !== undefined && { seenSha256: artworkSha256 }),
});

const stemOf = ({ disc, order }: ParcelTrack): string => `${disc}-${String(order).padStart(2, '0')}`;
const placeOf = ({ disc, order }: ParcelTrack): string => `of track ${order} on disc ${disc}`;

function lyricsOf(track: ParcelTrack): readonly WantedFile[] {
  const { id, lyrics, syncedLyrics } = track;
  const file = (kind: 'lyrics' | 'synced_lyrics', title: string, text: string | null) =>
    text === null || text === ''
      ? []
      : wantedFile({
          kind,
          title: `${title} ${placeOf(track)}`,
          stem: `${stemOf(track)}-lyrics`,
          trackId: id,
          from: { text: `${text}\n` },
        });
  return [
    file('lyrics', 'The lyrics', lyrics),
    file('synced_lyrics', 'The lyrics with times', syncedLyrics),
  ].flat();
}

const seen = ({ sha256 }: { readonly sha256?: string | null | undefined }) =>
  sha256 === undefined ? {} : { seenSha256: sha256 };

function filesOf(track: ParcelTrack): readonly WantedFile[] {
  const stem = stemOf(track);
  const master = (wanted: 'dolby_atmos' | 'video') => track.masters.find(({ type }) => type === wanted);
  const of = placeOf(track);
  const video = master('video');
  const atmos = master('dolby_atmos');
  const file = (kind: 'audio' | 'video', url: string) =>
    wantedFile({ kind, title: `The ${kind} ${of}`, stem, from: { url }, trackId: track.id });
  if (track.isVideo) return video === undefined ? [] : [{ ...file('video', video.url), ...seen(video) }];
  if (track.audio === null) return [];
  const audio = {
    ...file('audio', track.audio),
    ...(track.md5 !== null && { md5: track.md5.toLowerCase() }),
    // Compared only without the SHA-256, which identifies the file.
    ...(track.heardMd5 !== null && track.audioSha256 === undefined && { heardMd5: track.heardMd5 }),
    ...seen({ sha256: track.isUnread ? null : track.audioSha256 }),
  };
  if (atmos === undefined) return [audio];
  const title = `The Dolby Atmos master ${of}`;
  return [
    audio,
    {
      ...wantedFile({
        kind: 'dolby_atmos',
        title,
        stem: `${stem}-atmos`,
        from: { url: atmos.url },
        trackId: track.id,
      }),
      ...seen(atmos),
    },
  ];
}

interface Naming {
  readonly stem: string;
  /** Defaults to the extension of the URL, or else to the usual one of the kind. */
  readonly extension?: string;
}

/**
 * The name includes a hash of the URL or the text. Files in a package are written once, so a track whose URL
 * changes between attempts must get a new file.
 */
function wantedFile({ stem, extension: known, ...file }: Omit<WantedFile, 'name'> & Naming): WantedFile {
  const { from } = file;
  const source = createHash('sha256').update('url' in from ? from.url : from.text);
  const path = 'url' in from ? URL.parse(from.url)?.pathname : undefined;
  const inPath = path?.match(/\.([a-z0-9]{2,4})$/i)?.[1]?.toLowerCase();
  const extension = known ?? inPath ?? extensions[file.kind];
  return { ...file, name: `resources/${stem}-${source.digest('hex').slice(0, 12)}.${extension}` };
}
