/** The dashboard of a stage, from the API in front to the work in the background. */
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  type Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { storeWork } from '../../shared/distribution/deliveries/store-work.ts';
import { reviewWork } from '../../shared/distribution/review/review-work.ts';
import { foldWork } from '../../shared/kit/records/fold-work.ts';
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import type { MetricName } from '../../shared/platform/metrics.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { functionNamed } from '../functions/stage-functions.ts';
import { workQueues } from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { queryOf, type SavedQueryName } from './saved-queries.ts';
import { businessMetric, period, sum, throttledRequests, type Watched } from './watched.ts';

const COLUMNS = 24;
const maximum = { period, statistic: 'Maximum' };

export function dashboard(
  scope: Construct,
  stage: StageConfig,
  { alarms, ...watched }: Watched & { readonly alarms: readonly IAlarm[] },
): void {
  new Dashboard(scope, 'Dashboard', {
    dashboardName: `music-distribution-${stage.name}`,
    widgets: [
      ...(alarms.length > 0
        ? [[new AlarmStatusWidget({ alarms: [...alarms], width: COLUMNS, height: 3 })]]
        : []),
      [heading('API')],
      row(apiGraphs(watched)),
      [heading('Functions')],
      row(functionGraphs(watched)),
      [heading('Table')],
      row([...tableGraphs(watched), found('Units by function', 'units-by-function', watched)]),
      [heading('Pipeline')],
      row(pipelineGraphs(stage, watched)),
      [heading('Business')],
      row(businessGraphs(stage)),
      row([
        found('Attempts at stores', 'store-attempts', watched),
        found('Webhooks', 'webhook-attempts', watched),
        found('Imports', 'imports', watched),
      ]),
    ],
  });
}

const heading = (text: string): IWidget =>
  new TextWidget({ markdown: `## ${text}`, width: COLUMNS, height: 1 });

type Sized = (width: number) => IWidget;

const row = (widgets: readonly Sized[]): IWidget[] =>
  widgets.map((made) => made(Math.floor(COLUMNS / widgets.length)));

const graph =
  (title: string, left: readonly IMetric[]): Sized =>
  (width) =>
    new GraphWidget({ title, left: [...left], width, height: 6 });

const found =
  (title: string, query: SavedQueryName, watched: Watched): Sized =>
  (width) => {
    const { logGroups, lines } = queryOf(query, watched);
    return new LogQueryWidget({ title, logGroupNames: logGroups, queryLines: lines, width, height: 6 });
  };

const labelled = (metric: Metric, label: string): IMetric => metric.with({ label });

function apiGraphs({ api }: Watched): Sized[] {
  const latency = ['p50', 'p90', 'p99'].map((statistic) =>
    labelled(api.metricLatency({ period, statistic }), statistic),
  );
  return [
    graph('Requests', [api.metricCount(sum)]),
    graph('Errors', [api.metricClientError(sum), api.metricServerError(sum)]),
    graph('Latency', latency),
  ];
}

function functionGraphs({ functions }: Watched): Sized[] {
  const each = (metricOf: (target: LambdaFunction) => Metric) =>
    Array.from(functions, ([name, target]) => labelled(metricOf(target), name));
  return [
    graph(
      'Invocations',
      each((target) => target.metricInvocations(sum)),
    ),
    graph(
      'Errors',
      each((target) => target.metricErrors(sum)),
    ),
    graph(
      'Throttles',
      each((target) => target.metricThrottles(sum)),
    ),
    graph(
      'Concurrent executions',
      each((target) => target.metric('ConcurrentExecutions', maximum)),
    ),
  ];
}

function tableGraphs({ table }: Watched): Sized[] {
  return [
    graph('Units', [
      labelled(table.metricConsumedReadCapacityUnits(sum), 'read'),
      labelled(table.metricConsumedWriteCapacityUnits(sum), 'written'),
    ]),
    graph('Throttled requests', throttledRequests(table)),
  ];
}

function pipelineGraphs(stage: StageConfig, { functions, pipeline }: Watched): Sized[] {
  const each = (part: 'queue' | 'deadLetters', metricOf: 'depth' | 'age') =>
    workQueues.map(({ name }) => {
      const queue = pipeline.workQueues[name][part];
      const metric =
        metricOf === 'depth'
          ? queue.metricApproximateNumberOfMessagesVisible(maximum)
          : queue.metricApproximateAgeOfOldestMessage(maximum);
      return labelled(metric, name);
    });
  const changeLetters = pipeline.changeDeadLetters.metricApproximateNumberOfMessagesVisible(maximum);
  return [
    graph('Age of table changes', [
      functionNamed(functions, 'publish-changes').metric('IteratorAge', maximum),
    ]),
    graph('Messages', each('queue', 'depth')),
    graph('Age of messages', each('queue', 'age')),
    graph('Dead letters', [...each('deadLetters', 'depth'), labelled(changeLetters, 'Changes')]),
    graph(
      'Overdue work',
      kindsOfWork.map((kind) => labelled(businessMetric(stage, kind, 'OverdueSeconds', maximum), kind.name)),
    ),
  ];
}

function businessGraphs(stage: StageConfig): Sized[] {
  const counts = (title: string, kind: Pick<WorkKind, 'name'>, names: readonly MetricName[], options = sum) =>
    graph(
      title,
      names.map((name) => businessMetric(stage, kind, name, options)),
    );
  return [
    counts('Deliveries', storeWork, [
      'DeliveriesAccepted',
      'DeliveriesFailed',
      'StoreAttemptsFailed',
      'DeliveriesRetrying',
    ]),
    counts('Webhooks', eventWork, [
      'WebhooksDelivered',
      'WebhooksFailed',
      'WebhookAttemptsFailed',
      'AccountsUnreachable',
    ]),
    counts('Imports', usageWork, ['ImportsDone', 'ImportsRejected']),
    counts('Requests that wait for operators', reviewWork, ['RequestsWaiting']),
    counts('Lists that cannot be read', foldWork, ['ListsUnreadable']),
    counts('Used part of the codes', reviewWork, ['IsrcsUsedPercent', 'UpcsUsedPercent'], maximum),
  ];
}
