/** Declares a work queue. The queues, alarms, mapping, variables and permissions are computed from it. */
export interface WorkQueue<Name extends string = string> {
  /**
   * Prefix of construct ids and variable names. Changing it or `mapping` replaces deployed resources.
   */
  readonly name: Name;
  /** The function that receives its messages, and sends those for next attempts. */
  readonly consumer: string;
  /** Functions that send to it besides the consumer and the sweep. Defaults to publish-changes. */
  readonly senders?: readonly string[];
  /** Construct id of its event source mapping. */
  readonly mapping: string;
  /** Maximum number of concurrent messages, so that the API has capacity left. */
  readonly concurrency: {
    /** For deployed stages other than prod. */
    readonly standard: number;
    readonly prod: number;
    readonly local: number;
  };
  /**
   * Messages of one invocation, at most; one by default, so that long work does not hold others up. An invocation
   * ends with its slowest message, but each message is processed at its own pace.
   */
  readonly batchSize?: number;
  /** Pattern of the partition keys of its rows, if there are several kinds. */
  readonly rows?: string;
  /** The operator command for its dead letters alone. Without one, the sweep replaces the messages, and `redrive-work` moves them. */
  readonly redrivenWith?: string;
  /** The function that deletes dead letters of those who are erased. Without one, messages have only ids. */
  readonly forgottenBy?: string;
}

/** Names of the variables with the URLs of a queue and its dead-letter queue. @example WEBHOOK_QUEUE_URL */
export const queueVariable = ({ name }: Pick<WorkQueue, 'name'>): string => `${name.toUpperCase()}_QUEUE_URL`;
export const deadLetterVariable = ({ name }: Pick<WorkQueue, 'name'>): string =>
  `${name.toUpperCase()}_DEAD_LETTER_URL`;
