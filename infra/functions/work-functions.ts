/** The functions that consume work queues, with their needs. */
import { accessKey } from '../../shared/accounts/keys.ts';
import { PACKAGE_PREFIXES, RELEASE_PREFIX, storeKey } from '../../shared/distribution/keys.ts';
import { commandKey } from '../../shared/kit/commands/command-log.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import { idempotencyKey } from '../../shared/kit/table/keys.ts';
import { LONG_TIMEOUT_SECONDS } from '../../shared/platform/long-attempts.ts';
import { api } from '../../shared/service/api.ts';
import { LEAVING_PREFIX } from '../../shared/service/erasure/organization/belongings.ts';
import { ownedPartitions } from '../../shared/service/erasure/organization/whose-rows.ts';
import { STORE_REPORT_PREFIX, USAGE_PREFIX } from '../../shared/usage/import/usage-objects.ts';
import { REPORT_PREFIX } from '../../shared/usage/reports/report-file.ts';
import { laneKey } from '../../shared/webhooks/keys.ts';
import { ANY } from '../queues/work-queues.ts';
import { batchWrites, type FunctionNeeds, keyedReads, writes } from './function-needs.ts';
import { leftByDeletions } from './group-types.ts';
import {
  codedTracks,
  deliveredRows,
  deliveredTypes,
  heldRequests,
  markedTypes,
  mastersAndTracks,
  packagedRows,
  placesOfTracks,
  releasesRead,
  reviewedRows,
} from './partition-sets.ts';
import {
  codeRows,
  erasures,
  formerIsrcs,
  importedMatches,
  journaledTypes,
  journals,
  keptAccounts,
  matchingWork,
  matchRows,
  movedUsage,
  packedRows,
  records,
  releasedRows,
  releasedTracks,
  renames,
  revenues,
  soundEntries,
  soundGrowth,
  soundsRead,
  soundsWritten,
  trackSounds,
  uniqueValues,
  usageImportLists,
  usageImports,
  usageLines,
  usageRows,
} from './partitions.ts';

export const workFunctions = {
  'send-webhooks': {
    workload: 'background',
    timeoutSeconds: 30,
    table: {
      actions: ['BatchGetItem', 'Query', ...writes, ...batchWrites],
      indexes: ['by-owner'],
      partitions: {
        // Disabled users get nothing.
        read: [records('webhook-endpoints'), records('webhook-events'), accessKey(ANY).pk],
        written: [
          ...['webhook-endpoints', 'webhook-events'].map(records),
          ...journals(['webhook-events']),
          laneKey(ANY).pk,
        ],
      },
    },
    settings: true,
    secret: true,
  },

  'validate-assets': {
    workload: 'background',
    // Longer than an attempt takes.
    timeoutSeconds: 45,
    table: {
      actions: ['GetItem', 'BatchGetItem', 'ConditionCheckItem', ...writes],
      // A validated video master can complete its track on each of its albums.
      partitions: {
        read: mastersAndTracks,
        written: [...mastersAndTracks, ...journals(['track-assets'])],
      },
    },
    settings: true,
  },

  'deliver-releases': {
    workload: 'background',
    // Packages with large files take minutes.
    timeoutSeconds: LONG_TIMEOUT_SECONDS,
    table: {
      actions: [...keyedReads, ...writes],
      // Tracks are also analyzed if their audio was replaced.
      partitions: {
        // Also what was changed since the approval, and the behavior of stores.
        read: [
          ...[...deliveredTypes, 'album-tracks'].map(records),
          ...packagedRows,
          ...[renames, storeKey(ANY).pk],
        ],
        // Completions of deliveries that a connected store has not acknowledged.
        written: [...deliveredRows, ...markedTypes.map(records), trackSounds, storeKey(ANY).pk],
      },
    },
    settings: true,
    objects: [
      // Folders of packages have no common prefix.
      { prefix: '', access: 'written' },
      { prefix: RELEASE_PREFIX, access: 'deleted' },
    ],
  },

  'transfer-releases': {
    workload: 'background',
    // Video masters take minutes. What is not transferred in time is continued.
    timeoutSeconds: LONG_TIMEOUT_SECONDS,
    table: {
      actions: [...keyedReads, ...writes],
      partitions: {
        // Marks tracks that were added to an album during the transfer, and starts imports of the sales reports of stores.
        read: [...[...deliveredTypes, ...markedTypes].map(records), ...[storeKey(ANY).pk, ...usageImports]],
        written: [
          ...deliveredRows,
          ...markedTypes.map(records),
          ...[storeKey(ANY).pk, ...usageImports, usageImportLists],
        ],
      },
    },
    settings: true,
    // Opens the private keys and passwords of stores.
    secret: true,
    assumesStoreRoles: true,
    objects: [
      { prefix: '', access: 'listed' },
      { prefix: STORE_REPORT_PREFIX, access: 'written' },
      { prefix: RELEASE_PREFIX, access: 'deleted' },
    ],
  },

  'review-requests': {
    workload: 'background',
    // An album with a thousand tracks takes some seconds.
    timeoutSeconds: 50,
    table: {
      actions: [...keyedReads, ...writes],
      indexes: ['by-second-link'],
      // Tracks and albums get codes.
      partitions: {
        read: [...reviewedRows, ...codeRows, trackSounds, soundGrowth],
        written: [...deliveredRows, ...codedTracks, ...codeRows, trackSounds],
      },
    },
    settings: true,
  },

  'match-tracks': {
    workload: 'background',
    // Longer than a part of an album takes.
    timeoutSeconds: 50,
    table: {
      actions: [...keyedReads, ...writes, ...batchWrites],
      partitions: {
        // Which stores of a request get packages decides on what is read of its files.
        read: [
          ...[...releasesRead, ...matchRows, ...releasedRows, matchingWork, ...soundsRead],
          ...[records('distribution-requests'), storeKey(ANY).pk],
        ],
        written: [
          ...matchRows,
          ...journals(['track-matches']),
          ...releasedRows,
          matchingWork,
          soundEntries,
          soundGrowth,
          ...soundsWritten,
        ],
      },
    },
    settings: true,
  },

  'analyze-audio': {
    workload: 'audio',
    // Longer than reading a file for its digest may take.
    timeoutSeconds: LONG_TIMEOUT_SECONDS,
    table: {
      actions: [...keyedReads, ...writes],
      partitions: {
        read: [...matchRows, releasedTracks, soundEntries, ...soundsRead, ...placesOfTracks, heldRequests],
        written: [
          ...matchRows,
          ...journals(['track-matches']),
          matchingWork,
          ...soundsWritten,
          // Places keep what may be wrong with the sound.
          ...placesOfTracks,
          heldRequests,
        ],
      },
    },
    settings: true,
  },

  'import-usage': {
    workload: 'imports',
    timeoutSeconds: 840,
    temporaryFileMegabytes: 4096,
    table: {
      actions: ['BatchGetItem', 'Query', 'ConditionCheckItem', ...writes, ...batchWrites],
      indexes: ['by-owner', 'by-second-link'],
      partitions: {
        read: [records('tracks'), ...usageImports, ...movedUsage, revenues, usageLines, formerIsrcs],
        written: [...usageRows, ...usageImports, ...movedUsage],
      },
    },
    objects: [{ prefix: USAGE_PREFIX, access: 'written' }],
  },

  'make-reports': {
    workload: 'background',
    // Large reports take minutes.
    timeoutSeconds: 840,
    temporaryFileMegabytes: 2048,
    table: {
      actions: ['GetItem', 'Query', ...writes],
      partitions: {
        read: [records('analytics-reports'), usageLines],
        written: [
          records('analytics-reports'),
          ...journals(['analytics-reports']),
          uniqueValues('analytics-reports'),
        ],
      },
    },
    objects: [{ prefix: REPORT_PREFIX, access: 'written' }],
    settings: true,
  },

  'fold-lists': {
    // Lists of a hundred thousand records are in memory twice.
    workload: 'imports',
    timeoutSeconds: 300,
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
      indexes: ['by-owner'],
      partitions: {
        read: [...journaledTypes.map(records), ...packedRows, ...journals(journaledTypes)],
        // Interrupted deletions are finished.
        written: [...leftByDeletions(api).map(records), ...journals(journaledTypes)],
      },
    },
    objects: [{ prefix: SNAPSHOT_PREFIX, access: 'written' }],
  },

  'erase-data': {
    // Lists of users are in memory twice, and the ids of all that an organization has.
    workload: 'imports',
    timeoutSeconds: 300,
    table: {
      // Includes Scan, because an organization has rows of every kind.
      actions: ['GetItem', 'BatchGetItem', 'Query', 'Scan', ...writes, ...batchWrites],
      indexes: ['by-owner'],
      partitions: {
        read: [ANY],
        written: [
          ...[accessKey(ANY).pk, idempotencyKey(ANY, '').pk, commandKey('', '').pk + ANY],
          ...[records('webhook-endpoints'), ...journals(['users']), uniqueValues(ANY)],
          ...[importedMatches, erasures, keptAccounts],
        ],
        deleted: ownedPartitions,
      },
    },
    settings: true,
    forgetsChanges: true,
    objects: [
      ...[SNAPSHOT_PREFIX, LEAVING_PREFIX].map((prefix) => ({ prefix, access: 'written' }) as const),
      ...[SNAPSHOT_PREFIX, LEAVING_PREFIX].map((prefix) => ({ prefix, access: 'deleted' }) as const),
      ...[RELEASE_PREFIX, REPORT_PREFIX, ...PACKAGE_PREFIXES].map(
        (prefix) => ({ prefix, access: 'emptied' }) as const,
      ),
    ],
  },
} as const satisfies Record<string, FunctionNeeds>;
