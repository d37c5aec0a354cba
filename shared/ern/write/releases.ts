/** The ReleaseList: the release, and a track release for each of its tracks. */

import type { XmlElement } from '../xml/xml-document.ts';
import { displayArtists, displayedArtists } from './artists.ts';
import { releaseId, trackReleaseId } from './identifiers.ts';
import type { MessageParts } from './message-parts.ts';
import type { ParcelTrack } from './parcel.ts';
import { artworkReference, linkedLyrics, resourceReference } from './recordings.ts';
import { releaseType } from './release-media.ts';
import { cLine, genres, isoDuration, parentalWarning, pLine } from './texts.ts';
import { messageLanguage, titles } from './titles.ts';

/** R0 is the release. Its tracks follow. */
export const releaseReference = (position: number): string => `R${position}`;

export function releaseList(parts: MessageParts): XmlElement {
  const { release } = parts.parcel;
  return {
    Release: mainRelease(parts),
    TrackRelease: release.tracks.map((track, index) => trackRelease(track, index + 1, parts)),
  };
}

function mainRelease(parts: MessageParts): XmlElement {
  const { parcel, parties, namespace } = parts;
  const { release } = parcel;
  const durations = release.tracks.map(({ duration }) => duration);
  const isTimed = durations.length > 0 && durations.every((duration) => duration !== null);
  return {
    ReleaseReference: releaseReference(0),
    ReleaseType: releaseType(release),
    ReleaseId: releaseId(release, namespace),
    ...titles(release, messageLanguage(release)),
    ...displayArtists(displayedArtists(release), parties),
    ReleaseLabelReference: labelReference(parts),
    PLine: pLine(release, release.publishing),
    CLine: cLine(release),
    Duration: isTimed ? isoDuration(...durations) : undefined,
    [parts.version.genre]: genres(release),
    ReleaseDate: release.releaseDate,
    ParentalWarningType: parentalWarning(release),
    IsMultiArtistCompilation: release.isCompilation || undefined,
    ResourceGroup: resourceGroup(parts),
  };
}

const labelReference = ({ parcel: { release }, parties }: MessageParts): string =>
  parties.referenceOf({ name: release.label ?? release.rightsOwnerName });

/** One group per disc, with its tracks in order. */
function resourceGroup(parts: MessageParts): XmlElement {
  const { release } = parts.parcel;
  const positioned = release.tracks.map((track, index) => ({ track, position: index + 1 }));
  const discs = Map.groupBy(positioned, ({ track }) => track.disc);
  return {
    ResourceGroup: Array.from(discs)
      .toSorted(([a], [b]) => a - b)
      .map(([disc, tracks]) => ({
        '@ResourceGroupType': 'Component',
        SequenceNumber: disc,
        ResourceGroupContentItem: tracks
          .toSorted((a, b) => a.track.order - b.track.order)
          .map(({ track, position }) => ({
            SequenceNumber: track.order,
            ReleaseResourceReference: resourceReference(position),
            LinkedReleaseResourceReference: linkedLyrics(track, position, parts),
          })),
      })),
    LinkedReleaseResourceReference: coverArt(parts),
  };
}

const coverArt = (parts: MessageParts): XmlElement[] =>
  parts.parcel.release.artwork === null
    ? []
    : [{ '@LinkDescription': 'CoverArt', '#text': artworkReference(parts) }];

/** Neither titles, which are those of the recording, nor secondary resources (Release Profiles, clause 9). */
function trackRelease(track: ParcelTrack, position: number, parts: MessageParts): XmlElement {
  const { release } = parts.parcel;
  return {
    ReleaseReference: releaseReference(position),
    ReleaseId: trackReleaseId(release, track, parts.namespace),
    ReleaseResourceReference: resourceReference(position),
    ReleaseLabelReference: labelReference(parts),
    [parts.version.genre]: genres(track, release.genres),
  };
}
