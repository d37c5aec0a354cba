/** What a function can need: its environment and its permissions follow from it. */
import type { IndexName } from '../../shared/kit/table/keys.ts';
import type { Workload } from '../stages/stage-config.ts';

/** ConditionCheckItem is part of a transaction, but does not write. */
export const keyedReads = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'] as const;
export const reads = [...keyedReads, 'Scan'] as const;
export const writes = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;
export const batchWrites = ['BatchWriteItem'] as const;

type TableAction = (typeof reads | typeof writes | typeof batchWrites)[number];

export interface Partitions {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

export interface FunctionNeeds {
  readonly workload: Workload;
  readonly timeoutSeconds: number;
  readonly temporaryFileMegabytes?: number;
  /** Access to the table: TABLE_NAME, these actions, and Query on these indexes. */
  readonly table?: {
    readonly actions: readonly TableAction[];
    readonly indexes?: readonly IndexName[];
    /** Patterns of the partition keys that it reads and writes; all rows if omitted. */
    readonly partitions?: Partitions;
  };
  /** The stage's settings: SETTINGS. */
  readonly settings?: true;
  /** The public address, for links: BASE_URL. */
  readonly address?: true;
  /** The stage's secret, from which keys are derived: SECRET_ID, and reading the secret. */
  readonly secret?: true;
  /** Adding versions to the stage's secret. */
  readonly rotatesSecret?: true;
  /** Publishing events: BUS_NAME, and putting events on that bus. */
  readonly publishes?: true;
  /**
   * The stage's bucket: BUCKET_NAME, and access to the objects whose keys begin with a prefix. 'written' includes reading.
   * 'named': it tells others where objects are.
   */
  readonly objects?: { readonly prefix: string; readonly access: 'written' | 'read' | 'named' };
  /** Redriving the dead letters of changes: CHANGE_DEAD_LETTER_URL, processing that queue, and reading the stream. */
  readonly redrivesChanges?: true;
  /** It gets the changes of the table. What functions need of queues is in work-queues.ts. */
  readonly readsStream?: true;
}
