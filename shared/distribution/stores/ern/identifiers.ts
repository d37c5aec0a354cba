/** Identifiers of releases and recordings. Those that are not an ISRC or ICPN are ours, in the sender's namespace. */
import type { ParcelRelease, ParcelTrack } from '../parcel.ts';
import type { XmlElement } from './xml-document.ts';

/** ISO 3901, without hyphens. */
const ISRC = /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/;
/** UPC and EAN. */
const ICPN = /^\d{12,13}$/;

export const namespaceOf = (partyId: string): string => `DPID:${partyId}`;

const ownId = (namespace: string, id: string): XmlElement => ({
  ProprietaryId: { '@Namespace': namespace, '#text': id },
});

/** The catalogue takes any text for an ISRC. @returns undefined for one that is none. */
function isrcOf({ isrc }: ParcelTrack): string | undefined {
  const compact = isrc?.replaceAll(/[-\s]/g, '').toUpperCase() ?? '';
  return ISRC.test(compact) ? compact : undefined;
}

export function recordingId(track: ParcelTrack, namespace: string): XmlElement {
  const ISRC = isrcOf(track);
  return ISRC === undefined ? ownId(namespace, `track-${track.id}`) : { ISRC };
}

export function releaseId({ id, upc, catalogueNumber }: ParcelRelease, namespace: string): XmlElement {
  return {
    ICPN: upc !== null && ICPN.test(upc) ? upc : undefined,
    CatalogNumber:
      catalogueNumber === null ? undefined : { '@Namespace': namespace, '#text': catalogueNumber },
    ...ownId(namespace, `album-${id}`),
  };
}

/** A track release is the track on this release: the same recording on another one has another. */
export const trackReleaseId = (release: ParcelRelease, track: ParcelTrack, namespace: string): XmlElement =>
  ownId(namespace, `album-${release.id}-track-${track.id}`);

/** An image has no identifier. */
export const artworkId = ({ id }: ParcelRelease, namespace: string): XmlElement =>
  ownId(namespace, `album-${id}-artwork`);
