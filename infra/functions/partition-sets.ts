/** Partitions that functions need together. */
import { creditLists, journals, matchingWork, records } from './partitions.ts';

/** Records of a release. Their partitions include the link lists. */
export const releasesRead = ['albums', 'tracks', 'artists', 'labels'].map(records);
export const mastersAndTracks = ['track-assets', 'tracks', 'album-tracks', 'albums'].map(records);
/** With the link lists of their albums. */
export const placesOfTracks = ['album-tracks', 'albums'].map(records);
/** Their reviews start when the sound of a track changes. */
export const heldRequests = records('distribution-requests');
export const codedTracks = [records('tracks'), ...journals(['tracks'])];
export const deliveredTypes = ['deliveries', 'distribution-requests', 'albums'];
/** Rows that a delivery changes. */
export const deliveredRows = [...deliveredTypes.map(records), ...journals(deliveredTypes), matchingWork];
/** Tracks store the codes under which they were delivered, of which their places warn. */
export const markedTypes = ['tracks', 'album-tracks'];
/** Rows for deciding whether an album is complete and which DSPs its owner has. */
export const reviewedRows = [...deliveredRows, ...['tracks', 'track-assets', 'users'].map(records)];
/** What packages contain: the whole release, with its credits. */
export const packagedRows = [
  ...['albums', 'tracks', 'album-artists', 'track-artists', 'artists', 'labels', 'track-assets'].map(records),
  creditLists,
];
