/**
 * Business metrics, in CloudWatch's embedded metric format: CloudWatch extracts them from log lines, so that
 * they need no permission and no request. Alarms and the dashboard show them (infra/alarms).
 */
import { environment } from './settings.ts';

export const METRIC_NAMESPACE = 'music-distribution';

/** @internal Tests compare them with the alarms. */
export const metricUnits = {
  /** A request that waits for an operator longer than `lateAfterSeconds.review`, twice an hour. */
  RequestsWaiting: 'Count',
  /** The used part of the numbers of an ISRC prefix in a year, or of a GS1 prefix, at an approval. */
  IsrcsUsedPercent: 'Percent',
  UpcsUsedPercent: 'Percent',
  DeliveriesAccepted: 'Count',
  DeliveriesFailed: 'Count',
  /** Attempts at stores that failed, including the last one. */
  StoreAttemptsFailed: 'Count',
  /** Attempts whose delivery is retried longer than `lateAfterSeconds.delivery`. */
  DeliveriesRetrying: 'Count',
  /** Attempts at a connected store, all contacts with which fail longer than `lateAfterSeconds.delivery`. */
  StoresUnreachable: 'Count',
  /** Readings of a connected store that has not acknowledged a delivery within the agreed time. */
  StoresSilent: 'Count',
  WebhooksDelivered: 'Count',
  WebhooksFailed: 'Count',
  WebhookAttemptsFailed: 'Count',
  /** Rounds for an account all of whose endpoints fail longer than `lateAfterSeconds.endpoints`. */
  AccountsUnreachable: 'Count',
  ImportsDone: 'Count',
  ImportsRejected: 'Count',
  /** A snapshot of a list that could not be read, once for each attempt to read it. */
  ListsUnreadable: 'Count',
  /** Rows that a request met and could not read. */
  RowsUnreadable: 'Count',
  /** Work that was stopped after many attempts without an outcome. */
  WorkStopped: 'Count',
  /** How long the longest due work of a kind has waited, at the time of a sweep. */
  OverdueSeconds: 'Seconds',
} as const;

/** The kind of metrics that all functions of the API write. */
export const API = 'api';

export type MetricName = keyof typeof metricUnits;
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>;

/**
 * Writes a line with metrics. Call it after the outcome is recorded, so that a repeated message does not
 * count twice.
 * @param kind name of the kind of work. Stage and kind are the only dimensions, because each combination is
 * billed as a metric. Never use ids of accounts or records.
 * @example writeMetrics('usage-import', { ImportsDone: 1 })
 */
export function writeMetrics(kind: string, values: MetricValues): void {
  const names = Object.keys(values) as MetricName[];
  if (names.length === 0) return;
  const metrics = names.map((name) => ({ Name: name, Unit: metricUnits[name] }));
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE, Dimensions: [['stage', 'kind']], Metrics: metrics }],
    },
    stage: environment('STAGE'),
    kind,
    ...values,
  };
  // Lambda's console would put the line under `message`, where CloudWatch does not look for metrics.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
