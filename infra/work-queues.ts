/** Every queue of work, declared once: queue, dead letters, alarms, mapping, variables and permissions follow from it. */
import { recordKey, reportWorkKey, reviewKey, storeWorkKey, validationKey } from '../shared/table/keys.ts';
import { matchingWorkKey } from '../shared/table/matching-keys.ts';
import { usageImportKey } from '../shared/table/usage-keys.ts';

export interface WorkQueue {
  /** The function that takes its messages. It also sends some: those of next attempts. */
  readonly consumer: string;
  /** The functions that send to it besides the consumer and the sweep. */
  readonly senders: readonly string[];
  /** Pattern of the partition keys of the rows whose work it asks for. The sweep reads and writes them. */
  readonly rows: string;
  /** Messages in one invocation of the consumer: one where each can wait for somebody else, so that none waits for another. */
  readonly batchSize: number;
  /** The id of its event source mapping. */
  readonly mapping: string;
  /** The operator's command that sends dead letters to the queue again. Without it, the sweep's messages do. */
  readonly redrivenWith?: string;
}

/** Stands for any id in the pattern of a partition key. */
export const ANY = '*';

/** By the name that begins the ids of their constructs: a change of it, or of a mapping's, replaces what is deployed. */
export const workQueues = {
  Webhook: {
    consumer: 'send-webhooks',
    senders: ['operate'],
    rows: recordKey('webhook-events', ANY).pk,
    batchSize: 1,
    mapping: 'WebhooksToSend',
    redrivenWith: 'redrive-webhooks',
  },
  Validation: {
    consumer: 'validate-assets',
    senders: ['publish-changes'],
    rows: validationKey(ANY).pk,
    batchSize: 10,
    mapping: 'AssetsToValidate',
  },
  Store: {
    consumer: 'deliver-releases',
    senders: ['publish-changes'],
    rows: storeWorkKey(ANY).pk,
    batchSize: 10,
    mapping: 'ReleasesToDeliver',
  },
  Matching: {
    consumer: 'match-tracks',
    senders: ['publish-changes'],
    rows: matchingWorkKey('*', ANY).pk,
    batchSize: 10,
    mapping: 'TracksToMatch',
  },
  Review: {
    consumer: 'review-requests',
    senders: ['publish-changes'],
    rows: reviewKey(ANY).pk,
    batchSize: 10,
    mapping: 'RequestsToReview',
  },
  Usage: {
    consumer: 'import-usage',
    senders: ['publish-changes'],
    rows: usageImportKey(ANY).pk,
    // An import takes the memory and the disk of its function for itself.
    batchSize: 1,
    mapping: 'UsageToImport',
  },
  Report: {
    consumer: 'make-reports',
    senders: ['publish-changes'],
    rows: reportWorkKey(ANY).pk,
    // A large report takes minutes: no other waits for it.
    batchSize: 1,
    mapping: 'ReportsToMake',
  },
} as const satisfies Record<string, WorkQueue>;

export type WorkQueueName = keyof typeof workQueues;

export const namedWorkQueues = Object.entries(workQueues) as readonly [WorkQueueName, WorkQueue][];

/** The variables that hold the addresses of a queue and of its dead letters. @example WEBHOOK_QUEUE_URL */
export const queueVariable = (name: WorkQueueName): string => `${constantCase(name)}_QUEUE_URL`;
export const deadLetterVariable = (name: WorkQueueName): string => `${constantCase(name)}_DEAD_LETTER_URL`;

const constantCase = (name: string): string => name.replace(/(?<=.)(?=[A-Z])/g, '_').toUpperCase();

export const isSender = ({ consumer, senders }: WorkQueue, functionName: string): boolean =>
  [consumer, 'sweep', ...senders].includes(functionName);

/** Dead letters are redriven by the operator's commands only. */
export const isRedriver = ({ redrivenWith }: WorkQueue, functionName: string): boolean =>
  redrivenWith !== undefined && functionName === 'operate';
