/** Patterns of the partition keys of matches, of the indexes of released tracks, and of what was heard of tracks. */
import { recordKey } from '../../shared/kit/table/keys.ts';
import { matchingQueue } from '../../shared/matching/album-work.ts';
import {
  heardFileKey,
  importedMatchKey,
  matchBlockKey,
  matchListKey,
  releasedEntryKey,
  releasedTrackKey,
  soundEntryKey,
  soundIndexKey,
  trackSoundKey,
} from '../../shared/matching/keys.ts';
import { ANY } from '../queues/work-queues.ts';

export const matchRows = [matchListKey(ANY).pk, matchBlockKey(ANY).pk];
export const matchingWork = matchingQueue.rows;
/** Matches, also those of other services, and the work that deletes what was heard. */
export const deletedWithTracks = [...matchRows, importedMatchKey(ANY).pk, matchingWork];
/** What matches show of released tracks. */
export const releasedTracks = releasedTrackKey(ANY, ANY).pk;
export const releasedRows = [
  releasedTracks,
  releasedEntryKey('*', ANY, { position: '', albumId: '', trackId: '' }).pk,
];
export const soundEntries = soundEntryKey(ANY, '').pk;
export const soundGrowth = soundIndexKey.pk;
/** What was heard of tracks, and the work on it. */
export const trackSounds = trackSoundKey(ANY, '').pk;
const heardRows = [trackSounds, heardFileKey(ANY).pk];

const tracks = recordKey('tracks', ANY).pk;
export const soundsRead = [tracks, recordKey('track-assets', ANY).pk, ...heardRows];
/** The records of tracks show what was heard. */
export const soundsWritten = [tracks, ...heardRows];
