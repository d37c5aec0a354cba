/** Patterns of the partition keys of rows, which the permissions of functions name. */
import { creditBlockKey, creditListKey } from '../../shared/catalogue/credits/credit-keys.ts';
import { anyFormerIsrc, formerUpcKey, givenCodeKey } from '../../shared/catalogue/keys.ts';
import { codesKey, renamesKey } from '../../shared/distribution/keys.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import {
  journalKey,
  type KeyRow,
  recordKey,
  uniqueKey,
  unreadableListKey,
} from '../../shared/kit/table/keys.ts';
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
import { storedMonthsPartition } from '../../shared/royalties/keys.ts';
import { api } from '../../shared/service/api.ts';
import { erasureWork } from '../../shared/service/erasure/erasure-work.ts';
import { keptAccountsKey } from '../../shared/service/erasure/organization/kept-accounts.ts';
import {
  movedUsageKey,
  usageContentKey,
  usageEarningsPartition,
  usageImportKey,
  usageImportListKey,
  usageIndexKey,
  usageLinesPartition,
  usageMonthKey,
  usagePlaysKey,
} from '../../shared/usage/keys.ts';
import { ANY } from '../queues/work-queues.ts';
import type { Partitions } from './function-needs.ts';

export const records = (type: string): string => recordKey(type, ANY).pk;
export const uniqueValues = (type: string): string => uniqueKey(type, ANY, ANY).pk;
export const creditLists = creditListKey(ANY).pk;
export const creditBlocks = creditBlockKey(ANY).pk;

/** Codes with which stores got tracks and albums that have lost them since. */
export const formerIsrcs = anyFormerIsrc;
export const formerUpcs = formerUpcKey(ANY).pk;

/** For giving codes: the series, and the codes that are used. */
export const codeRows = [codesKey(ANY, ANY).pk, uniqueValues('albums'), formerIsrcs, formerUpcs];
/** Codes of deleted tracks and albums. */
const givenCodeRows = [givenCodeKey(ANY, ANY).pk];
export const givenCodes: Partitions = { read: givenCodeRows, written: givenCodeRows };

/** Types whose lists are read from snapshots and journals, or from counts. */
export const journaledTypes = Object.entries<KeyRow>(api.keys).flatMap(([type, { journaled, history }]) =>
  journaled || history ? [type] : [],
);
export const journals = (types: Iterable<string>): string[] =>
  [...types].filter((type) => journaledTypes.includes(type)).map((type) => journalKey(type, ANY, '').pk);
/** Written by functions that list records. */
export const unreadableLists = unreadableListKey(ANY, ANY).pk;
/** For functions that list records. */
export const readingLists = [{ prefix: SNAPSHOT_PREFIX, access: 'read' }] as const;

/** Erasures of users and organizations that have not ended, and the outcomes of others. */
export const erasures = erasureWork.key(ANY).pk;

/** Sums of organizations that were erased. */
export const keptAccounts = keptAccountsKey(ANY, '').pk;

/** New names of artists and labels. */
export const renames = renamesKey(ANY).pk;

export const matchRows = [matchListKey(ANY).pk, matchBlockKey(ANY).pk];
/** Records of journaled types that are packed into other rows. */
export const packedRows = [...matchRows, creditLists, creditBlocks];
export const matchingWork = matchingQueue.rows;
/** Which tracks have a match of another service. */
export const importedMatches = importedMatchKey(ANY).pk;
/** Matches, also those of other services, and the work that deletes the audio analysis. */
export const deletedWithTracks = [
  ...matchRows,
  ...journals(['track-matches']),
  importedMatches,
  matchingWork,
];
/** What matches show of released tracks. */
export const releasedTracks = releasedTrackKey(ANY, ANY).pk;
export const releasedRows = [
  releasedTracks,
  releasedEntryKey('*', ANY, { position: '', albumId: '', trackId: '' }).pk,
];
export const soundEntries = soundEntryKey(ANY, '').pk;
export const soundGrowth = soundIndexKey.pk;
/** The audio analysis of tracks, and the work on it. */
export const trackSounds = trackSoundKey(ANY, '').pk;
const heardRows = [trackSounds, heardFileKey(ANY).pk];

export const soundsRead = [records('tracks'), records('track-assets'), ...heardRows];
/** The records of tracks show the audio analysis. */
export const soundsWritten = [records('tracks'), ...heardRows];

const usageOf = { subject: { type: ANY, id: ANY }, month: '', dsp: '', album: null, importId: '' };
/** Lines by day and DSP. */
export const usageLines = usageLinesPartition(ANY, { dsp: ANY, date: ANY });
/** Revenue of owners, by month and by import. */
export const revenues = usageMonthKey(ANY, '').pk;
/** What tracks, albums, DSPs and countries earned. */
const earnings = usageEarningsPartition(ANY, ANY);
/** Rows written by imports. */
export const usageRows = [
  ...[usageIndexKey, usagePlaysKey].map((key) => key(usageOf).pk),
  ...[usageLines, revenues, earnings],
];
/** Months of statements that were added up before. */
export const storedMonths = storedMonthsPartition({ ownerId: ANY, group: ANY });
/** Imports and their contents. */
export const usageImports = [usageImportKey(ANY).pk, usageContentKey(ANY).pk];
/** The list of imports by their start. */
export const usageImportLists = usageImportListKey({ startedAt: '', importId: '' }).pk;
/** Lists of what was moved from another stage. */
export const movedUsage = [movedUsageKey(ANY).pk];

/** @returns the rows from which records of a type are computed. */
export const usageReadFor = (type: string): readonly string[] => {
  if (type === 'royalty-summaries') return [revenues];
  if (type === 'royalty-statements') return [revenues, earnings, usageLines, storedMonths];
  return type.endsWith('-trends') ? playsOf(type) : [];
};

/** @returns the plays for a type of trends. */
const playsOf = (type: string): string[] => {
  const subject = { type: type.replace(/-trends$/, 's'), id: ANY };
  return [usageIndexKey, usagePlaysKey].map((key) => key({ ...usageOf, subject }).pk);
};
