/** Every function with what it needs: what stands here is what it is told and what it may touch, and nothing else. */
import type { Resource } from '../shared/api/define/resource.ts';
import { api } from '../shared/api/index.ts';
import {
  accessKey,
  credentialsKey,
  deliveryKey,
  type IndexName,
  idempotencyKey,
  keyRows,
  type Link,
  quotaKey,
  recordKey,
  signInWindowKey,
  uniqueKey,
} from '../shared/table/keys.ts';
import type { Workload } from './stages.ts';

type TableAction = (typeof reads | typeof writes)[number];

export interface Partitions {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

export interface FunctionNeeds {
  readonly workload: Workload;
  readonly timeoutSeconds: number;
  /** The single table: TABLE_NAME, these actions on it, and Query on these indexes. */
  readonly table?: {
    readonly actions: readonly TableAction[];
    readonly indexes: readonly IndexName[];
    /** Partition keys of the rows it reads, and of those it writes, as patterns; without it, every row. */
    readonly partitions?: Partitions;
  };
  /** The stage's settings: SETTINGS. */
  readonly settings?: true;
  /** The public address, for links: BASE_URL. */
  readonly address?: true;
  /** The stage's secret, from which keys are derived: SECRET_ID, and reading it. */
  readonly secret?: true;
  /** Gives the stage's secret a new version. */
  readonly rotatesSecret?: true;
  /** Publishes events: BUS_NAME, and putting events on that bus. */
  readonly publishes?: true;
  /** Sends to the webhook queue: WEBHOOK_QUEUE_URL, and sending to it. */
  readonly queuesWebhooks?: true;
  /** Takes back what the webhook sender gave up on: WEBHOOK_DEAD_LETTER_URL, and working through that queue. */
  readonly redrivesWebhooks?: true;
  /** The same for publish-changes: CHANGE_DEAD_LETTER_URL, that queue, and reading the table's stream. */
  readonly redrivesChanges?: true;
  /** What an event source mapping feeds it from. */
  readonly consumes?: 'table-stream' | 'webhook-queue';
}

/** A check is a condition of a transaction that writes other rows. */
const keyedReads = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'] as const;
export const reads = [...keyedReads, 'Scan'] as const;
export const writes = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** The partitions of a kind of row: `*` in the place of an id. */
const ANY = '*';
const records = (type: string) => recordKey(type, ANY).pk;
const uniqueValues = (type: string) => uniqueKey(type, ANY, ANY).pk;
const access = accessKey(ANY).pk;
const credentials = credentialsKey(ANY).pk;
const deliveries = deliveryKey(ANY, ANY).pk;

/** The types whose records count, or list, those that link to them. */
const linkedTypes = ({ type, relationships }: Resource): string[] =>
  Object.entries(relationships).flatMap(([name, { counted, type: target }]) => {
    const links: Readonly<Record<string, Link>> = api.keys[type]?.links ?? {};
    return counted || links[name]?.max !== undefined ? [target] : [];
  });

/**
 * A group reads the records of all types, which its own may link to; it writes its own, what they link to as far as that
 * keeps count or a list of them, and rows of the caller.
 */
function groupPartitions(group: string): Partitions {
  const resources: readonly Resource[] = api.resources.filter((each) => each.group === group);
  const own = resources.map(({ type }) => type);
  return {
    read: [...Object.keys(keyRows).map(records), ...own.map(uniqueValues)],
    written: [
      ...own.flatMap((type) => [records(type), uniqueValues(type), quotaKey(type, ANY).pk]),
      ...resources.flatMap(linkedTypes).map(records),
      access,
      idempotencyKey(ANY, ANY).pk,
    ],
  };
}

/** A group of the API: one function for the routes of its resources. All of them share shared/crud's way with the table. */
const apiGroup = (group: string) =>
  ({
    workload: 'api',
    // Less than the gateway's 30 seconds, so that the client gets our answer and not the gateway's.
    timeoutSeconds: 15,
    table: {
      actions: [...keyedReads, ...writes],
      indexes: ['by-owner', 'by-first-link', 'by-second-link'],
      partitions: groupPartitions(group),
    },
    settings: true,
    address: true,
    secret: true,
  }) as const satisfies FunctionNeeds;

const users = apiGroup('users');
const { read, written } = users.table.partitions;

const particularGroups: Readonly<Record<string, FunctionNeeds>> = {
  auth: {
    ...apiGroup('auth'),
    workload: 'passwords',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'UpdateItem', 'ConditionCheckItem'],
      indexes: [],
      partitions: {
        read: [uniqueValues('users'), records('users'), access, credentials],
        written: [access, signInWindowKey(ANY, 0).pk],
      },
    },
  },
  // Its records are in the code: of the table it needs no more than who asks, and how often.
  reference: {
    ...apiGroup('reference'),
    table: { actions: ['UpdateItem'], indexes: [], partitions: { read: [], written: [access] } },
  },
  // A new user has a password.
  users: {
    ...users,
    table: { ...users.table, partitions: { read, written: [...written, credentials] } },
  },
};

const otherFunctions = {
  /** The gateway's default route: whatever no group serves. */
  unmatched: { workload: 'background', timeoutSeconds: 5, settings: true, address: true },

  'publish-changes': {
    workload: 'background',
    timeoutSeconds: 30,
    publishes: true,
    consumes: 'table-stream',
  },

  'send-webhooks': {
    workload: 'background',
    timeoutSeconds: 30,
    table: {
      actions: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      indexes: ['by-owner'],
      partitions: {
        read: [records('webhook-endpoints'), records('webhook-events'), deliveries],
        written: [records('webhook-endpoints'), records('webhook-events'), deliveries],
      },
    },
    settings: true,
    secret: true,
    queuesWebhooks: true,
    consumes: 'webhook-queue',
  },

  sweep: {
    workload: 'background',
    // Ends before the next one starts.
    timeoutSeconds: 50,
    table: {
      actions: ['BatchGetItem', 'UpdateItem'],
      indexes: ['by-due-time'],
      partitions: { read: [deliveries], written: [deliveries] },
    },
    queuesWebhooks: true,
  },

  /** The operator's commands, invoked directly. */
  operate: {
    workload: 'passwords',
    timeoutSeconds: 300,
    // Scan: reindex reads the whole table.
    table: { actions: ['GetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem'], indexes: [] },
    settings: true,
    publishes: true,
    secret: true,
    rotatesSecret: true,
    queuesWebhooks: true,
    redrivesWebhooks: true,
    redrivesChanges: true,
  },
} as const satisfies Record<string, FunctionNeeds>;

export function functionList(groups: Iterable<string>): ReadonlyMap<string, FunctionNeeds> {
  const ofGroups = Array.from(
    new Set(groups),
    (group) => [group, particularGroups[group] ?? apiGroup(group)] as const,
  );
  return new Map<string, FunctionNeeds>([...ofGroups, ...Object.entries(otherFunctions)]);
}
