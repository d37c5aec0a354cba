/** When the alarms of a stage go off. Counts are per five minutes unless stated otherwise. */

export interface AlarmThresholds {
  /** Responses with 5xx, or failed invocations of the API's functions. */
  readonly serverErrors: number;
  /** The slowest 1 % of requests, for 15 minutes. */
  readonly latencyMs: number;
  /** Throttled invocations. Queues and clients retry single ones. */
  readonly throttles: number;
  /** Requests that the table throttles, in each of two periods. */
  readonly tableThrottles: number;
  /** Age of table changes that are not published, for ten minutes. */
  readonly changeAgeSeconds: number;
  /** Age of the oldest message of a queue, for ten minutes. Retries are delayed by up to 15 minutes. */
  readonly queueAgeSeconds: number;
  /** How long due work of any kind may wait. The sweep sends another message at least every 15 minutes. */
  readonly overdueSeconds: number;
  /** Failed invocations of functions outside the API. */
  readonly functionErrors: number;
  /** Lines with the level ERROR of a queue's function. A bad message is received a few times per period. */
  readonly faults: number;
  /** Part of the attempts at stores that fail in half an hour, if there are at least `attempts`. */
  readonly stores: { readonly failedPart: number; readonly attempts: number };
  /** Used part of the numbers with a prefix. */
  readonly codesUsedPercent: number;
  /** Attempts to read a snapshot of a list that fail in an hour. A few end with the fold that they start. */
  readonly unreadableLists: number;
  /** Rows that requests could not read in an hour. */
  readonly unreadableRows: number;
  /** How long an import may make no progress. */
  readonly importStandsSeconds: number;
}

export const alarmThresholds: AlarmThresholds = {
  serverErrors: 5,
  latencyMs: 3000,
  throttles: 10,
  tableThrottles: 1,
  changeAgeSeconds: 60,
  queueAgeSeconds: 1200,
  overdueSeconds: 3600,
  functionErrors: 3,
  faults: 10,
  stores: { failedPart: 0.5, attempts: 10 },
  codesUsedPercent: 90,
  unreadableLists: 10,
  unreadableRows: 1,
  importStandsSeconds: 1800,
};
