/** Everything that alarms notify of. Each symptom has a section in docs/runbook.md. */
import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { storeReadingWork } from '../../shared/distribution/work/reading-work.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { foldWork } from '../../shared/kit/records/fold-work.ts';
import { API, METRIC_NAMESPACE, type MetricName } from '../../shared/platform/metrics.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { functionNamed } from '../functions/stage-functions.ts';
import { workQueues } from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { ofGivenUpWork } from './given-up-work.ts';
import type { Part, Symptoms, Watching } from './symptom.ts';
import {
  businessMetric,
  hourly,
  inApi,
  inBackground,
  period,
  sum,
  sumsOf,
  throttledRequests,
} from './watched.ts';

export const symptomsOf = (watching: Watching): Symptoms => ({
  ...ofApi(watching),
  ...ofPipeline(watching),
  ...ofGivenUpWork(watching),
  ...ofBusiness(watching),
});

const endsDeployment = true;

function ofApi({ stage, watched }: Watching): Symptoms {
  const { alarms } = stage;
  const { api, table, functions } = watched;
  const errors = inApi(watched).map((target) => target.metricErrors(sum));
  const throttles = [...functions.values()].map((target) => target.metricThrottles(sum));
  return {
    'api-failing': {
      severity: 'critical',
      says: 'The API responds with 5xx.',
      query: 'api-errors',
      parts: {
        'server-errors': { metric: api.metricServerError(sum), from: alarms.serverErrors, endsDeployment },
        ...numbered('api-function-errors', sumsOf(errors, 'Errors'), {
          from: alarms.serverErrors,
          endsDeployment,
        }),
      },
    },
    'api-slow': {
      severity: 'warning',
      says: `Of a hundred requests, one takes longer than ${alarms.latencyMs} ms.`,
      query: 'slow-requests',
      parts: {
        latency: {
          metric: api.metricLatency({ period, statistic: 'p99' }),
          from: alarms.latencyMs,
          periods: 3,
          endsDeployment,
        },
      },
    },
    'functions-throttled': {
      severity: 'critical',
      says: "Functions are throttled. The account's or their own concurrency is used up.",
      query: 'slow-requests',
      parts: numbered('throttles', sumsOf(throttles, 'Throttles'), { from: alarms.throttles }),
    },
    'table-throttled': {
      severity: 'warning',
      says: 'The table throttles requests because a partition or an index is too hot.',
      query: 'table-use',
      parts: numbered('table-throttles', throttledRequests(table), {
        from: alarms.tableThrottles,
        periods: 2,
      }),
    },
    'rows-unreadable': {
      severity: 'warning',
      says: 'Rows of the table cannot be read. Their records are 500s, and lists are without them.',
      query: 'api-errors',
      parts: {
        'rows-unreadable': {
          metric: businessMetric(stage, { name: API }, 'RowsUnreadable', hourly),
          from: alarms.unreadableRows,
        },
      },
    },
    'lists-unreadable': {
      severity: 'warning',
      says: 'Snapshots of lists cannot be read, so that long lists are slow and cost more.',
      query: 'unreadable-lists',
      parts: {
        'lists-unreadable': {
          metric: businessMetric(stage, foldWork, 'ListsUnreadable', hourly),
          from: alarms.unreadableLists,
        },
      },
    },
  };
}

type Limit = Pick<Part, 'periods' | 'endsDeployment'> & { readonly from: number };

const numbered = (name: string, metrics: readonly IMetric[], limit: Limit): Readonly<Record<string, Part>> =>
  Object.fromEntries(metrics.map((metric, index) => [`${name}-${index + 1}`, { metric, ...limit }]));

/** One part for each queue, named after it. */
const partsByQueue = (suffix: string, partOf: (queue: (typeof workQueues)[number]) => Part) =>
  Object.fromEntries(workQueues.map((queue) => [`${queue.name.toLowerCase()}-${suffix}`, partOf(queue)]));

function ofPipeline(watching: Watching): Symptoms {
  const { alarms } = watching.stage;
  const { functions, pipeline } = watching.watched;
  const errors = inBackground(watching.watched).map((target) => target.metricErrors(sum));
  const changeAge = { period, statistic: 'Maximum' };
  return {
    'pipeline-late': {
      severity: 'critical',
      says: 'Events, webhooks, deliveries or other work are late.',
      query: 'sweeps',
      parts: {
        'sweep-missing': {
          metric: functionNamed(functions, 'sweep').metricInvocations(sum),
          below: 1,
          periods: 2,
        },
        'change-age': {
          metric: functionNamed(functions, 'publish-changes').metric('IteratorAge', changeAge),
          from: alarms.changeAgeSeconds * 1000,
          periods: 2,
        },
        ...partsByQueue('queue-age', ({ name }) => ({
          metric: pipeline.workQueues[name].queue.metricApproximateAgeOfOldestMessage({ period }),
          from: alarms.queueAgeSeconds,
          periods: 2,
        })),
        ...overdueParts(watching),
      },
    },
    'pipeline-failing': {
      severity: 'critical',
      says: 'Functions of the pipeline fail. Their work is retried until it is given up.',
      query: 'pipeline-errors',
      parts: {
        ...numbered('function-errors', sumsOf(errors, 'Errors'), {
          from: alarms.functionErrors,
          endsDeployment,
        }),
        ...partsByQueue('faults', ({ name, consumer }) => ({
          metric: addFaultMetric(watching, name, functionNamed(functions, consumer).logGroup),
          from: alarms.faults,
        })),
      },
    },
  };
}

/** Kinds with a symptom for this. */
const business: readonly string[] = [storeWork.name, transferWork.name, usageWork.name];

const overdueParts = ({ stage }: Watching): Readonly<Record<string, Part>> =>
  Object.fromEntries(
    kindsOfWork
      .filter(({ name }) => !business.includes(name))
      .map((kind) => [
        `${kind.name}-overdue`,
        { metric: overdue(stage, kind), from: stage.alarms.overdueSeconds },
      ]),
  );

const overdue = (stage: StageConfig, kind: { readonly name: string }): IMetric =>
  // Longer than the 15 minutes after which the sweep looks at a row again.
  businessMetric(stage, kind, 'OverdueSeconds', { period: Duration.minutes(20), statistic: 'Maximum' });

/** Counts log lines, because failures in a batch response do not count as errors of the function. */
function addFaultMetric({ scope, stage }: Watching, queue: string, logGroup: ILogGroup): IMetric {
  const faults = new MetricFilter(scope, `${queue}FaultFilter`, {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    metricNamespace: `${METRIC_NAMESPACE}-${stage.name}`,
    metricName: `${queue}Faults`,
  });
  return faults.metric(sum);
}

function ofBusiness({ stage }: Watching): Symptoms {
  const { alarms } = stage;
  const late = stage.functionSettings.lateAfterSeconds;
  const codesUsed = (name: MetricName) => ({
    metric: businessMetric(stage, reviewWork, name, { period, statistic: 'Maximum' }),
    isKept: true as const,
  });
  return {
    'stores-failing': {
      severity: 'warning',
      says: `At least ${100 * alarms.stores.failedPart} % of the attempts at stores fail.`,
      query: 'store-attempts',
      parts: { 'failed-attempts': { metric: failedPart(stage), from: alarms.stores.failedPart } },
    },
    'deliveries-retrying': {
      severity: 'warning',
      says: `A delivery is retried longer than ${inHours(late.delivery)}.`,
      query: 'late-deliveries',
      parts: {
        'delivery-retries': {
          metric: businessMetric(stage, storeWork, 'DeliveriesRetrying', hourly),
          from: 1,
        },
        'delivery-overdue': { metric: overdue(stage, storeWork), from: late.delivery },
        'transfer-retries': {
          metric: businessMetric(stage, transferWork, 'DeliveriesRetrying', hourly),
          from: 1,
        },
        'transfer-overdue': { metric: overdue(stage, transferWork), from: late.delivery },
      },
    },
    'store-unreachable': {
      severity: 'warning',
      says: `A connected store cannot be reached or read, or takes nothing, longer than ${inHours(late.delivery)}.`,
      query: 'store-transfers',
      parts: {
        'unreachable-stores': {
          metric: businessMetric(stage, transferWork, 'StoresUnreachable', hourly),
          from: 1,
        },
        'unreadable-stores': {
          metric: businessMetric(stage, storeReadingWork, 'StoresUnreachable', hourly),
          from: 1,
        },
      },
    },
    'store-silent': {
      severity: 'warning',
      says: 'A connected store has not acknowledged a delivery within the agreed time.',
      query: 'unacknowledged-deliveries',
      parts: {
        'silent-stores': { metric: businessMetric(stage, storeReadingWork, 'StoresSilent', hourly), from: 1 },
      },
    },
    'requests-waiting': {
      severity: 'warning',
      says: `A distribution request waits for a decision longer than ${inHours(late.review)}.`,
      query: 'waiting-requests',
      parts: {
        'waiting-requests': { metric: businessMetric(stage, reviewWork, 'RequestsWaiting', hourly), from: 1 },
      },
    },
    'codes-running-out': {
      severity: 'warning',
      says: `At least ${alarms.codesUsedPercent} % of the ISRCs of the year, or of the UPCs, are used.`,
      query: 'waiting-requests',
      parts: {
        'isrcs-used': { ...codesUsed('IsrcsUsedPercent'), from: alarms.codesUsedPercent },
        'upcs-used': { ...codesUsed('UpcsUsedPercent'), from: alarms.codesUsedPercent },
      },
    },
    'account-unreachable': {
      severity: 'warning',
      says: `All webhook endpoints of an account fail longer than ${inHours(late.endpoints)}.`,
      query: 'webhook-attempts',
      parts: {
        'unreachable-accounts': {
          metric: businessMetric(stage, eventWork, 'AccountsUnreachable', hourly),
          from: 1,
        },
      },
    },
    'import-standing-still': {
      severity: 'warning',
      says: `The import of a report makes no progress for ${alarms.importStandsSeconds / 60} minutes.`,
      query: 'imports',
      parts: { 'import-overdue': { metric: overdue(stage, usageWork), from: alarms.importStandsSeconds } },
    },
  };
}

const inHours = (seconds: number): string => (seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`);

/** Few attempts count as none. */
function failedPart(stage: StageConfig): IMetric {
  const half = { period: Duration.minutes(30), statistic: 'Sum' };
  const failed = '(FILL(failed, 0) + FILL(failedtransfers, 0))';
  const accepted = '(FILL(accepted, 0) + FILL(transferred, 0))';
  return new MathExpression({
    expression: `IF(${failed} + ${accepted} >= ${stage.alarms.stores.attempts}, ${failed} / (${failed} + ${accepted}), 0)`,
    label: 'Failed part',
    period: half.period,
    usingMetrics: {
      failed: businessMetric(stage, storeWork, 'StoreAttemptsFailed', half),
      accepted: businessMetric(stage, storeWork, 'DeliveriesAccepted', half),
      failedtransfers: businessMetric(stage, transferWork, 'StoreAttemptsFailed', half),
      transferred: businessMetric(stage, transferWork, 'DeliveriesAccepted', half),
    },
  });
}
