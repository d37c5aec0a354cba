/**
 * What the lines of an export say about a track in two files. The service writes both in one transaction, so an export that
 * has read them at different times notices it.
 */
import type { Need } from '../kit/moves/moved-file.ts';
import { albumTracks } from './api/album-tracks.ts';
import { trackCredits } from './api/track-credits.ts';
import { tracks } from './api/tracks.ts';

interface Place {
  readonly album: string;
  readonly disc: number;
  readonly order: number;
}

export const placeFact = (track: string, { album, disc, order }: Place): string =>
  `track ${track} on ${album}: ${disc}-${order}`;

export const kindFact = (track: string, kind: string): string => `kind of track ${track}: ${kind}`;

/** Said by the track. */
export const countFact = (track: string, count: number): string => `track ${track} has ${count} credits`;

/** Said by the list of credits. */
export const creditsFact = (track: string, count: number): string => `${count} credits of track ${track}`;

const needAt =
  (at: Need['at']) =>
  (text: string): Need => ({ text, at, kind: 'equal' });

export const ofTrack = (track: string) => needAt({ file: tracks.type, id: track });
export const ofPlaces = (track: string) => needAt({ file: albumTracks.type, id: track, by: 'track' });
export const ofCredits = (track: string) => needAt({ file: trackCredits.type, id: track });
