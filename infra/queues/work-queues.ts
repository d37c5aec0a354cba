/** Every queue of work, declared once: queue, dead letters, alarms, mapping, variables and permissions follow from it. */
import { validationKey } from '../../shared/catalogue/keys.ts';
import { reviewKey, storeWorkKey } from '../../shared/distribution/keys.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { placesKey } from '../../shared/kit/work/places-key.ts';
import { matchingWorkKey } from '../../shared/matching/keys.ts';
import { reportWorkKey, usageImportKey } from '../../shared/usage/keys.ts';

export interface WorkQueue {
  /** The function that takes its messages. It also sends some: those of next attempts. */
  readonly consumer: string;
  /** The functions that send to it besides the consumer and the sweep. */
  readonly senders: readonly string[];
  /** Pattern of the partition keys of the rows whose work it asks for. The sweep reads and writes them. */
  readonly rows: string;
  /** Its messages ask for work of owners, each of whom has a part of the consumer's concurrency. */
  readonly isOwned?: true;
  /** The id of its event source mapping. */
  readonly mapping: string;
  /** The operator's command that sends dead letters to the queue again. Without it, the sweep's messages do. */
  readonly redrivenWith?: string;
}

/** Stands for any id in the pattern of a partition key. */
export const ANY = '*';

/** By the name that begins the ids of their constructs: a change of it, or of a mapping's, replaces what is deployed. */
const workQueues = {
  Webhook: {
    consumer: 'send-webhooks',
    senders: ['operate'],
    rows: recordKey('webhook-events', ANY).pk,
    mapping: 'WebhooksToSend',
    redrivenWith: 'redrive-webhooks',
  },
  Validation: {
    consumer: 'validate-assets',
    senders: ['publish-changes'],
    rows: validationKey(ANY).pk,
    isOwned: true,
    mapping: 'AssetsToValidate',
  },
  Store: {
    consumer: 'deliver-releases',
    senders: ['publish-changes'],
    rows: storeWorkKey(ANY).pk,
    isOwned: true,
    mapping: 'ReleasesToDeliver',
  },
  Matching: {
    consumer: 'match-tracks',
    senders: ['publish-changes'],
    rows: matchingWorkKey('*', ANY).pk,
    isOwned: true,
    mapping: 'TracksToMatch',
  },
  Review: {
    consumer: 'review-requests',
    senders: ['publish-changes'],
    rows: reviewKey(ANY).pk,
    isOwned: true,
    mapping: 'RequestsToReview',
  },
  Usage: {
    consumer: 'import-usage',
    senders: ['publish-changes'],
    rows: usageImportKey(ANY).pk,
    mapping: 'UsageToImport',
  },
  Report: {
    consumer: 'make-reports',
    senders: ['publish-changes'],
    rows: reportWorkKey(ANY).pk,
    isOwned: true,
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

/** The queue whose messages the function takes, if they ask for work of owners. */
export const ownedQueueOf = (functionName: string): WorkQueueName | undefined =>
  namedWorkQueues.find(([, work]: readonly [string, WorkQueue]) => {
    const { consumer, isOwned = false } = work;
    return isOwned && consumer === functionName;
  })?.[0];

/** Pattern of the partition keys of the rows that say who is at work for an owner. */
export const placeRows = (name: WorkQueueName): string => placesKey(queueVariable(name), ANY).pk;

/** Of a consumer's concurrency: one owner's work leaves the rest to others. */
const PART_OF_AN_OWNER = 1 / 4;

export const placesPerOwner = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency * PART_OF_AN_OWNER));
