/** Every function with what it needs: what stands here is what it is told and what it may touch, and nothing else. */
import type { IndexName } from '../shared/table/keys.ts';
import type { Workload } from './stages.ts';

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

export interface FunctionNeeds {
  readonly workload: Workload;
  readonly timeoutSeconds: number;
  /** The single table: TABLE_NAME, these actions on it, and Query on these indexes. */
  readonly table?: { readonly actions: readonly TableAction[]; readonly indexes: readonly IndexName[] };
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

const reads = ['GetItem', 'BatchGetItem', 'Query'] as const;
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'] as const;

/** A group of the API: one function for the routes of its resources. All of them share shared/crud's way with the table. */
const apiGroup: FunctionNeeds = {
  workload: 'api',
  // Less than the gateway's 30 seconds, so that the client gets our answer and not the gateway's.
  timeoutSeconds: 15,
  table: { actions: [...reads, ...writes], indexes: ['by-owner', 'by-first-link', 'by-second-link'] },
  settings: true,
  address: true,
  secret: true,
};

const particularGroups: Readonly<Record<string, FunctionNeeds>> = {
  auth: {
    ...apiGroup,
    workload: 'passwords',
    table: { actions: ['GetItem', 'Query', 'UpdateItem', 'ConditionCheckItem'], indexes: [] },
  },
  // Its records are in the code: of the table it needs no more than who asks, and how often.
  reference: { ...apiGroup, table: { actions: ['UpdateItem'], indexes: [] } },
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
    table: { actions: ['BatchGetItem', 'UpdateItem'], indexes: ['by-due-time'] },
    queuesWebhooks: true,
  },

  /** The operator's commands, invoked directly. */
  operate: {
    workload: 'passwords',
    timeoutSeconds: 300,
    table: { actions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], indexes: [] },
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
    (group) => [group, particularGroups[group] ?? apiGroup] as const,
  );
  return new Map<string, FunctionNeeds>([...ofGroups, ...Object.entries(otherFunctions)]);
}
