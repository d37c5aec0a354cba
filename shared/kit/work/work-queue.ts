/** A queue of work: queue, dead letters, alarms, mapping, variables and permissions follow from its declaration. */
export interface WorkQueue<Name extends string = string> {
  /**
   * Begins the ids of its constructs and the names of its variables. A change of it, or of `mapping`, replaces what is
   * deployed.
   */
  readonly name: Name;
  /** The function that takes its messages. It also sends some: those of next attempts. */
  readonly consumer: string;
  /** The functions that send to it besides the consumer and the sweep; publish-changes if omitted. */
  readonly senders?: readonly string[];
  /** The id of its event source mapping. */
  readonly mapping: string;
  /** How many of its messages are processed concurrently, so that the API has capacity left. */
  readonly concurrency: {
    /** On every deployed stage but prod. */
    readonly standard: number;
    readonly prod: number;
    readonly local: number;
  };
  /** Pattern of the partition keys of all its rows, if there are several kinds. */
  readonly rows?: string;
  /** The operator's command that sends dead letters to the queue again. Without it, the sweep's messages do. */
  readonly redrivenWith?: string;
}

/** The variables that hold the addresses of a queue and of its dead letters. @example WEBHOOK_QUEUE_URL */
export const queueVariable = ({ name }: Pick<WorkQueue, 'name'>): string => `${name.toUpperCase()}_QUEUE_URL`;
export const deadLetterVariable = ({ name }: Pick<WorkQueue, 'name'>): string =>
  `${name.toUpperCase()}_DEAD_LETTER_URL`;
