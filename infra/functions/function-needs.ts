/** Needs of functions, from which their environment and permissions are computed. */
import type { IndexName } from '../../shared/kit/table/keys.ts';
import type { Workload } from '../stages/stage-config.ts';

/** ConditionCheckItem is part of transactions, but does not write. */
export const keyedReads = ['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'] as const;
export const reads = [...keyedReads, 'Scan'] as const;
export const writes = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;
export const batchWrites = ['BatchWriteItem'] as const;

type TableAction = (typeof reads | typeof writes | typeof batchWrites)[number];

export type ObjectAccess = 'written' | 'read' | 'listed' | 'deleted' | 'emptied' | 'named';

export interface Partitions {
  readonly read: readonly string[];
  readonly written: readonly string[];
  /** Rows that are deleted and not written otherwise. */
  readonly deleted?: readonly string[];
}

export interface FunctionNeeds {
  readonly workload: Workload;
  readonly timeoutSeconds: number;
  readonly temporaryFileMegabytes?: number;
  /** Table access: TABLE_NAME, these actions, and Query on these indexes. */
  readonly table?: {
    readonly actions: readonly TableAction[];
    readonly indexes?: readonly IndexName[];
    /** Patterns of partition keys to read and write. Defaults to all rows. */
    readonly partitions?: Partitions;
  };
  /** Settings of the stage: SETTINGS. */
  readonly settings?: true;
  /**
   * Public address for links: BASE_URL. Functions that serve it also get the key of the stage's firewall. 'named' is
   * only the address.
   */
  readonly address?: true | 'named';
  /** Stage secret: SECRET_ID, and permission to read it. */
  readonly secret?: true;
  /** Permission to assume the roles that stores grant, under the path of the setting `storeRolePath`. */
  readonly assumesStoreRoles?: true;
  /** Permission to add versions to the stage secret. */
  readonly rotatesSecret?: true;
  /** Event bus: BUS_NAME, and permission to put events on it. */
  readonly publishes?: true;
  /**
   * Bucket: BUCKET_NAME, and access to objects by prefix. 'written' includes reading, but not deletion. 'listed'
   * is reading, and being told that an object does not exist. 'emptied' is listing and
   * deletion without reading. 'named' grants no access, for functions that only need the
   * name.
   */
  readonly objects?: readonly {
    readonly prefix: string;
    readonly access: ObjectAccess;
  }[];
  /** Dead letters of changes: CHANGE_DEAD_LETTER_URL, and permission to process them and read the stream. */
  readonly redrivesChanges?: true;
  /** Dead letters of changes: CHANGE_DEAD_LETTER_URL, and permission to receive and delete them. */
  readonly forgetsChanges?: true;
  /**
   * Names of all work queues and their dead-letter queues: QUEUE_NAMES, and permission to count messages and redrive dead
   * letters.
   */
  readonly redrivesWork?: true;
  /** Receives table changes. CHANGE_DEAD_LETTER_URL, and permission to send to it. Needs for queues are in work-queues.ts. */
  readonly readsStream?: true;
}

/** @param rows further rows. */
export function withRows(needs: FunctionNeeds, rows: Partial<Partitions>): FunctionNeeds {
  const { table } = needs;
  if (!table?.partitions) return needs;
  const { read, written } = table.partitions;
  const partitions = {
    read: [...read, ...(rows.read ?? [])],
    written: [...written, ...(rows.written ?? [])],
    ...(table.partitions.deleted && { deleted: table.partitions.deleted }),
  };
  return { ...needs, table: { ...table, partitions } };
}
