/** Identifiers of releases, recordings and works: ISRC, ISWC, ICPN, or a proprietary id in the sender's namespace. */
import { readIswc } from '../../../catalogue/rules/iswc.ts';
import type { ParcelRelease, ParcelTrack } from '../parcel.ts';
import type { XmlElement } from './xml-document.ts';

/** ISO 3901, without hyphens. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;
/** UPC or EAN. */
const ICPN = /^\d{12,13}$/;

export const namespaceOf = (partyId: string): string => `DPID:${partyId}`;

const ownId = (namespace: string, id: string): XmlElement => ({
  ProprietaryId: { '@Namespace': namespace, '#text': id },
});

/** The catalogue accepts any text as ISRC. @returns undefined for an invalid one. */
function isrcOf({ isrc }: ParcelTrack): string | undefined {
  const compact = isrc?.replaceAll(/[-\s]/g, '').toUpperCase() ?? '';
  return ISRC.test(compact) ? compact : undefined;
}

export function recordingId(track: ParcelTrack, namespace: string): XmlElement {
  const ISRC = isrcOf(track);
  return ISRC === undefined ? ownId(namespace, `track-${track.id}`) : { ISRC };
}

/** @returns undefined without a valid ISWC. */
export function workId({ iswc }: ParcelTrack): XmlElement | undefined {
  const ISWC = readIswc(iswc ?? '');
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
