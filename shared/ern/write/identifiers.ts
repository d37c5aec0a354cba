/** Identifiers of releases, recordings and works: ISRC, ISWC, ICPN, or a proprietary id in the sender's namespace. */
import { readIsrc } from '../../catalogue/rules/isrc.ts';
import { readIswc } from '../../catalogue/rules/iswc.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import type { ParcelRelease, ParcelTrack } from './parcel.ts';

/** UPC or EAN. */
const ICPN = /^\d{12,13}$/;

const ownId = (namespace: string, id: string): XmlElement => ({
  ProprietaryId: { '@Namespace': namespace, '#text': id },
});

export function recordingId(track: ParcelTrack, namespace: string): XmlElement {
  const ISRC = readIsrc(track.isrc);
  return ISRC === null ? ownId(namespace, `track-${track.id}`) : { ISRC };
}

/** @returns undefined without a valid ISWC. */
export function workId({ iswc }: ParcelTrack): XmlElement | undefined {
  const ISWC = readIswc(iswc);
  return ISWC === undefined ? undefined : { ISWC };
}

export function releaseId({ id, upc, catalogueNumber }: ParcelRelease, namespace: string): XmlElement {
  return {
    ICPN: upc !== null && ICPN.test(upc) ? upc : undefined,
    CatalogNumber:
      catalogueNumber === null ? undefined : { '@Namespace': namespace, '#text': catalogueNumber },
    ...ownId(namespace, `album-${id}`),
  };
}

/** Identifies the track on this release. The same recording has a different id on another release. */
export const trackReleaseId = (release: ParcelRelease, track: ParcelTrack, namespace: string): XmlElement =>
  ownId(namespace, `album-${release.id}-track-${track.id}`);

/** Images have no standard identifier. */
export const artworkId = ({ id }: ParcelRelease, namespace: string): XmlElement =>
  ownId(namespace, `album-${id}-artwork`);

/** Neither do lyrics. */
export const lyricsId = ({ id }: ParcelTrack, name: string, namespace: string): XmlElement =>
  ownId(namespace, `track-${id}-${name}`);
