/** Lists all functions with their needs, which determine their environment and permissions. */
import { lastSweepKey } from '../../shared/kit/work/due.ts';
import { streamNoteKey } from '../../shared/service/stream-notes.ts';
import { USAGE_PREFIX } from '../../shared/usage/import/usage-objects.ts';
import { ownedQueueOf, slotRows, workRows } from '../queues/work-queues.ts';
import { type FunctionNeeds, reads, withRows, writes } from './function-needs.ts';
import { groupNeeds } from './group-needs.ts';
import { readingLists } from './partitions.ts';
import { workFunctions } from './work-functions.ts';

const otherFunctions = {
  /** The gateway's default route, for paths outside all groups. */
  'not-found': { workload: 'background', timeoutSeconds: 5, settings: true, address: true },

  documentation: { workload: 'background', timeoutSeconds: 10, address: true },

  'publish-changes': {
    workload: 'background',
    timeoutSeconds: 30,
    // Notes for operators.
    table: { actions: ['UpdateItem'], partitions: { read: [], written: [streamNoteKey('').pk] } },
    publishes: true,
    readsStream: true,
  },

  sweep: {
    workload: 'background',
    // Shorter than the interval between sweeps.
    timeoutSeconds: 50,
    table: {
      actions: ['BatchGetItem', 'UpdateItem'],
      indexes: ['by-due-time'],
      partitions: { read: workRows, written: [...workRows, lastSweepKey.pk] },
    },
  },

  /** Operator commands. Invoked directly. */
  operate: {
    workload: 'passwords',
    timeoutSeconds: 300,
    // Includes Scan, because reindex reads the whole table.
    table: { actions: [...reads, ...writes], indexes: ['by-owner', 'by-second-link', 'by-due-time'] },
    settings: true,
    address: 'named',
    publishes: true,
    secret: true,
    rotatesSecret: true,
    redrivesChanges: true,
    redrivesWork: true,
    objects: [...readingLists, { prefix: USAGE_PREFIX, access: 'named' }],
  },
} as const satisfies Record<string, FunctionNeeds>;

/** @param groups of the API. Duplicates are ignored. */
export function functionList(groups: Iterable<string>): ReadonlyMap<string, FunctionNeeds> {
  const ofGroups = Array.from(new Set(groups), (group) => [group, groupNeeds(group)] as const);
  const all = new Map<string, FunctionNeeds>([
    ...ofGroups,
    ...Object.entries(workFunctions),
    ...Object.entries(otherFunctions),
  ]);
  // Consumers of owned work also write the places of owners.
  return new Map(
    Array.from(all, ([name, needs]) => {
      const queue = ownedQueueOf(name);
      return [name, queue ? withRows(needs, { written: [slotRows(queue)] }) : needs];
    }),
  );
}
