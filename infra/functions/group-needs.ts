/** What the functions of the API need: one for the routes of each group. */
import { accessKey, credentialsKey, signInWindowKey } from '../../shared/accounts/keys.ts';
import type { Api } from '../../shared/kit/declare/api.ts';
import { SNAPSHOT_PREFIX } from '../../shared/kit/lists/snapshot.ts';
import { idempotencyKey, quotaKey } from '../../shared/kit/table/keys.ts';
import { api } from '../../shared/service/api.ts';
import { REPORT_PREFIX } from '../../shared/usage/reports/report-file.ts';
import { ANY } from '../queues/work-queues.ts';
import {
  batchWrites,
  type FunctionNeeds,
  keyedReads,
  type Partitions,
  withRows,
  writes,
} from './function-needs.ts';
import { linkedTypes, typesWrittenWith } from './group-types.ts';
import {
  creditBlocks,
  creditLists,
  deletedWithTracks,
  formerIsrcs,
  formerUpcs,
  givenCodes,
  journals,
  matchingWork,
  matchRows,
  readingLists,
  records,
  renames,
  storedMonths,
  trackSounds,
  uniqueValues,
  unreadableLists,
  usageReadFor,
} from './partitions.ts';

const access = accessKey(ANY).pk;
const credentials = credentialsKey(ANY).pk;

/** Rows in other partitions that are written together with records of the type. */
const writtenWith: Readonly<Record<string, readonly string[]>> = {
  'track-credits': [creditLists, creditBlocks],
  artists: [creditLists, renames],
  labels: [renames],
  'album-dsps': [records('albums'), ...journals(['albums'])],
  'distribution-requests': [matchingWork, ...journals(['albums'])],
};

/**
 * A group reads records of all types, because its own may link to them. It writes its own records, those that
 * change with them, the counts and lists of linked records, and rows of the caller.
 */
function groupPartitions({ resources, keys }: Pick<Api, 'resources' | 'keys'>, group: string): Partitions {
  const own = resources.filter((each) => each.group === group);
  const types = [...new Set(own.flatMap(({ type }) => [...typesWrittenWith(resources, type)]))];
  return {
    read: [
      ...Object.keys(keys).map(records),
      creditLists,
      creditBlocks,
      ...matchRows,
      ...journals(Object.keys(keys)),
      ...types.map(uniqueValues),
      ...own.flatMap(({ type }) => usageReadFor(type)),
    ],
    written: [
      ...types.flatMap((type) => [records(type), uniqueValues(type), quotaKey(type, ANY).pk]),
      ...journals(types),
      ...types.flatMap((type) => writtenWith[type] ?? []),
      ...resources
        .filter(({ type }) => types.includes(type))
        .flatMap((each) => linkedTypes(keys, each))
        .map(records),
      access,
      unreadableLists,
      idempotencyKey(ANY, ANY).pk,
    ],
  };
}

/** A function for the routes of a group. If it rejects a write, it checks whether the caller still has access. */
const apiGroup = (group: string) => {
  const { read, written } = groupPartitions(api, group);
  return {
    workload: 'api',
    // Less than the gateway's 30 seconds, so that clients get our response instead of the gateway's.
    timeoutSeconds: 15,
    table: {
      actions: [...keyedReads, ...writes],
      indexes: ['by-owner', 'by-first-link', 'by-second-link'],
      partitions: { read: [...read, access], written },
    },
    settings: true,
    address: true,
    secret: true,
    objects: readingLists,
  } as const satisfies FunctionNeeds;
};

/** A group without writing routes. It only authenticates, counts requests and notes unreadable lists. */
function readingGroup(group: string): FunctionNeeds {
  const { table, ...needs } = apiGroup(group);
  const partitions = { read: groupPartitions(api, group).read, written: [access, unreadableLists] };
  return { ...needs, table: { ...table, actions: [...keyedReads, 'UpdateItem'], partitions } };
}

/** Also writes rows in batches. */
function withBatches({ table, ...needs }: FunctionNeeds): FunctionNeeds {
  return { ...needs, ...(table && { table: { ...table, actions: [...table.actions, ...batchWrites] } }) };
}

const writingCodes = (group: string) => withRows(apiGroup(group), givenCodes);

const particularGroups: Readonly<Record<string, FunctionNeeds>> = {
  auth: {
    ...apiGroup('auth'),
    // It lists nothing.
    objects: [{ prefix: SNAPSHOT_PREFIX, access: 'named' }],
    workload: 'passwords',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
      partitions: {
        read: [uniqueValues('users'), records('users'), access, credentials],
        written: [access, credentials, signInWindowKey(ANY, 0).pk],
      },
    },
  },
  // Its records are in the code, but it reads linking records.
  reference: readingGroup('reference'),
  // Only queue functions and operators write these records.
  'track-matches': readingGroup('track-matches'),
  royalties: withBatches(withRows(readingGroup('royalties'), { written: [storedMonths] })),
  // Redirects to report files.
  analytics: {
    ...apiGroup('analytics'),
    objects: [...readingLists, { prefix: REPORT_PREFIX, access: 'read' }],
  },
  // Matches, and the audio analysis, are deleted with their track. A change of its sound starts the review of a request.
  tracks: withRows(writingCodes('tracks'), {
    read: [trackSounds],
    written: [...deletedWithTracks, formerIsrcs, records('distribution-requests')],
  }),
  albums: withRows(writingCodes('albums'), { read: [formerIsrcs, formerUpcs], written: [formerUpcs] }),
  // Creating a user stores a password.
  users: withRows(apiGroup('users'), { written: [credentials] }),
};

/** @returns what the function of the group needs. */
export const groupNeeds = (group: string): FunctionNeeds => particularGroups[group] ?? apiGroup(group);
