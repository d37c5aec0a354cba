/** The ResourceList: a SoundRecording or Video for each track, the Image of the artwork, and lyrics. */

import type { ArtworkSize } from '../../catalogue/rules/album-artwork.ts';
import { hasWordTimes } from '../../catalogue/rules/synced-lyrics.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { containsAi } from './ai-statements.ts';
import { displayArtists, displayedArtists } from './artists.ts';
import { contributors } from './contributors.ts';
import { artworkId, lyricsId, recordingId, workId } from './identifiers.ts';
import type { MessageParts } from './message-parts.ts';
import type { MessageFile } from './package-files.ts';
import type { ParcelTrack } from './parcel.ts';
import { isoDuration, parentalWarning, pLine } from './texts.ts';
import { messageLanguage, otherLanguage, titles } from './titles.ts';

/** References of resources, releases and technical details are positions in the list of tracks, from 1. */
export const resourceReference = (position: number): string => `A${position}`;
export const artworkReference = ({ parcel }: MessageParts): string =>
  resourceReference(parcel.release.tracks.length + 1);

/** The lyrics of a track that are files in the package. Their references and ids end with their names. */
function lyricsOf(track: ParcelTrack, position: number, files: readonly MessageFile[]) {
  return (['lyrics', 'synced_lyrics'] as const).flatMap((kind) => {
    const file = fileOfTrack(files, track, kind);
    const name = kind.replace('_', '-');
    return file ? { file, name, reference: `${resourceReference(position)}-${name}` } : [];
  });
}

/** @returns the links from a recording to its lyrics. */
export const linkedLyrics = (track: ParcelTrack, position: number, { files, version }: MessageParts) =>
  lyricsOf(track, position, files).map(({ reference }) =>
    version.describesLyrics ? { '@LinkDescription': 'Lyrics', '#text': reference } : reference,
  );

export function resourceList(parts: MessageParts): XmlElement {
  const { tracks } = parts.parcel.release;
  const resources = tracks.map((track, index) => ({
    isVideo: track.isVideo,
    element: track.isVideo ? video(track, index + 1, parts) : soundRecording(track, index + 1, parts),
  }));
  return {
    SoundRecording: resources.filter(({ isVideo }) => !isVideo).map(({ element }) => element),
    Video: resources.filter(({ isVideo }) => isVideo).map(({ element }) => element),
    Image: artwork(parts),
    Text: tracks.flatMap((track, index) => lyrics(track, index + 1, parts)),
  };
}

function soundRecording(track: ParcelTrack, position: number, parts: MessageParts): XmlElement {
  const fileOf = (kind: MessageFile['kind']) => fileOfTrack(parts.files, track, kind);
  const audio = fileOf('audio');
  const atmos = fileOf('dolby_atmos');
  const edition = (file: MessageFile | undefined, suffix: string): XmlElement => ({
    ResourceId: recordingId(track, parts.namespace),
    PLine: pLine(track),
    TechnicalDetails: file && technicalDetails(track, file, `T${position}${suffix}`),
  });
  return {
    ...otherLanguage(track, parts.parcel.release),
    ResourceReference: resourceReference(position),
    Type: 'MusicalWorkSoundRecording',
    // Editions are distinguished by these types.
    SoundRecordingEdition: atmos
      ? [
          { Type: 'NonImmersiveEdition', ...edition(audio, '') },
          { Type: 'ImmersiveEdition', ...edition(atmos, '-atmos') },
        ]
      : [edition(audio, '')],
    ...described(track, parts),
  };
}

function video(track: ParcelTrack, position: number, parts: MessageParts): XmlElement {
  const file = fileOfTrack(parts.files, track, 'video');
  return {
    ...otherLanguage(track, parts.parcel.release),
    ResourceReference: resourceReference(position),
    Type: 'ShortFormMusicalWorkVideo',
    VideoEdition: {
      ResourceId: recordingId(track, parts.namespace),
      PLine: pLine(track),
      TechnicalDetails: file && technicalDetails(track, file, `T${position}`),
    },
    ...described(track, parts),
  };
}

/** Elements that sound recordings and videos share, in schema order. */
function described(track: ParcelTrack, parts: MessageParts): XmlElement {
  const { parcel, parties, version } = parts;
  return {
    WorkId: workId(track),
    ...titles(track, track.language ?? messageLanguage(parcel.release)),
    ...displayArtists(displayedArtists(track, parcel.release), parties),
    Contributor: contributors(track, parts),
    Duration: isoDuration(track.duration ?? '00:00:00'),
    ParentalWarningType: parentalWarning(track),
    ...containsAi(track.aiUsage && track.aiUsage.length > 0, version),
    LanguageOfPerformance: track.language ?? undefined,
  };
}

function artwork(parts: MessageParts): XmlElement | undefined {
  const { parcel, files, namespace, version } = parts;
  const file = files.find(({ kind }) => kind === 'artwork');
  if (parcel.release.artwork === null) return undefined;
  const reference = artworkReference(parts);
  return {
    ResourceReference: reference,
    Type: 'FrontCoverImage',
    ResourceId: artworkId(parcel.release, namespace),
    ParentalWarningType: parentalWarning(parcel.release),
    ...containsAi(parcel.release.artworkAiUsage, version),
    TechnicalDetails: file && {
      TechnicalResourceDetailsReference: reference.replace('A', 'T'),
      ...imageDetails(parcel.release.artworkSize, file),
      File: fileElement(file),
      IsProvidedInDelivery: file.bytes !== undefined,
    },
  };
}

/** What was transferred or, without that, was measured, unless the address can have another file by now. */
function imageDetails(measured: ArtworkSize | null, { bytes, image }: MessageFile): XmlElement {
  const isMeasured = bytes === undefined || bytes === measured?.bytes;
  const size = image === undefined && isMeasured ? measured : image;
  if (!size) return {};
  const pixels = (number: number) => ({ '@UnitOfMeasure': 'Pixel', '#text': number });
  return {
    ImageCodecType: size.format.toUpperCase(),
    ImageHeight: pixels(size.height),
    ImageWidth: pixels(size.width),
  };
}

function lyrics(track: ParcelTrack, position: number, { files, namespace }: MessageParts): XmlElement[] {
  return lyricsOf(track, position, files).map(({ file, name, reference }) => ({
    ResourceReference: reference,
    Type: 'LyricText',
    ResourceId: lyricsId(track, name, namespace),
    ParentalWarningType: parentalWarning(track),
    TechnicalDetails: {
      TechnicalResourceDetailsReference: reference.replace('A', 'T'),
      TextCodecType: file.kind === 'lyrics' ? 'UTF8Text' : lrcCodec(track),
      File: fileElement(file),
      IsProvidedInDelivery: file.bytes !== undefined,
    },
    LanguageOfText: track.language ?? undefined,
  }));
}

const lrcCodec = ({ syncedLyrics }: ParcelTrack) =>
  syncedLyrics !== null && hasWordTimes(syncedLyrics) ? 'EnhancedLRC' : 'LRC';

const fileOfTrack = (files: readonly MessageFile[], { id }: ParcelTrack, wanted: MessageFile['kind']) =>
  files.find(({ trackId, kind }) => trackId === id && kind === wanted);

function technicalDetails(track: ParcelTrack, file: MessageFile, reference: string): XmlElement {
  return {
    TechnicalResourceDetailsReference: reference,
    DeliveryFile: {
      Type: file.kind === 'video' ? 'AudioVisualFile' : 'AudioFile',
      File: fileElement(file),
      IsProvidedInDelivery: file.bytes !== undefined,
    },
    ...preview(track, `${reference}-preview`),
  };
}

function preview({ previewStart }: ParcelTrack, reference: string): XmlElement {
  if (previewStart === null) return {};
  return {
    IsClip: false,
    ClipDetails: {
      TechnicalResourceDetailsReference: reference,
      ClipType: 'Preview',
      Timing: { StartPoint: previewStart },
      ExpressionType: 'Instructive',
    },
  };
}

/** A file has one hash sum. The MD5 digest from the owner takes precedence. */
const fileElement = ({ name, md5, sha256, bytes }: MessageFile): XmlElement => ({
  URI: name,
  HashSum: hashSum(md5, sha256),
  // Kilobytes.
  FileSize: bytes === undefined ? undefined : bytes / 1000,
});

function hashSum(md5: string | undefined, sha256: string | undefined): XmlElement | undefined {
  if (md5 !== undefined) return { Algorithm: 'MD5', HashSumValue: md5 };
  return sha256 === undefined ? undefined : { Algorithm: 'SHA-256', HashSumValue: sha256 };
}
