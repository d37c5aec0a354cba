/** The dashboard of a stage, from the API in front to the work in the background. */
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { storeReadingWork } from '../../shared/distribution/work/reading-work.ts';
import { reviewWork } from '../../shared/distribution/work/review-work.ts';
import { storeWork } from '../../shared/distribution/work/store-work.ts';
import { transferWork } from '../../shared/distribution/work/transfer-work.ts';
import { foldWork } from '../../shared/kit/records/fold-work.ts';
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { ALL_KINDS } from '../../shared/kit/work/work-faults.ts';
import { API, type MetricName } from '../../shared/platform/metrics.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { usageWork } from '../../shared/usage/import/usage-import.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import { functionNamed } from '../functions/stage-functions.ts';
import type { QueuePair } from '../queues/queues.ts';
import { workQueues } from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';
import { queryOf, type SavedQueryName } from './saved-queries.ts';
import { businessMetric, period, sum, throttledRequests, type Watched } from './watched.ts';

const COLUMNS = 24;
const maximum = { period, statistic: 'Maximum' };

export function addDashboard(
  scope: Construct,
  stage: StageConfig,
  { alarms, ...watched }: Watched & { readonly alarms: readonly IAlarm[] },
): void {
  const status = new AlarmStatusWidget({ alarms: [...alarms], width: COLUMNS, height: 3 });
  const sections = Object.entries(sectionsOf(stage, watched)).flatMap(([heading, rows]) => [
    [new TextWidget({ markdown: `## ${heading}`, width: COLUMNS, height: 1 })],
    ...rows.map((row) => row.map((entry) => widgetOf(entry, COLUMNS / row.length, watched))),
  ]);
  new Dashboard(scope, 'Dashboard', {
    dashboardName: `music-distribution-${stage.name}`,
    widgets: [...(alarms.length > 0 ? [[status]] : []), ...sections],
  });
}

/** A graph of metrics, or the table of a saved query. */
type Entry = readonly [title: string, shows: readonly IMetric[] | SavedQueryName];

function widgetOf([title, shows]: Entry, columns: number, watched: Watched): IWidget {
  const size = { width: Math.floor(columns), height: 6 };
  if (typeof shows !== 'string') return new GraphWidget({ title, left: [...shows], ...size });
  const { logGroups, lines } = queryOf(shows, watched);
  return new LogQueryWidget({ title, logGroupNames: logGroups, queryLines: lines, ...size });
}

/** Rows of entries by the heading above them. */
const sectionsOf = (stage: StageConfig, watched: Watched): Readonly<Record<string, Entry[][]>> => ({
  API: [apiGraphs(watched)],
  Functions: [functionGraphs(watched)],
  Table: [[...tableGraphs(watched), ['Units by function', 'units-by-function']]],
  Pipeline: [pipelineGraphs(stage, watched)],
  Business: [
    businessGraphs(stage),
    [
      ['Attempts at stores', 'store-attempts'],
      ['Webhooks', 'webhook-attempts'],
      ['Imports', 'imports'],
    ],
  ],
});

const apiGraphs = ({ api }: Watched): Entry[] => [
  ['Requests', [api.metricCount(sum)]],
  ['Errors', [api.metricClientError(sum), api.metricServerError(sum)]],
  [
    'Latency',
    ['p50', 'p90', 'p99'].map((statistic) => api.metricLatency({ period, statistic, label: statistic })),
  ],
];

function functionGraphs({ functions }: Watched): Entry[] {
  const metrics = (name: string, options = sum) =>
    Array.from(functions, ([label, target]) => target.metric(name, { ...options, label }));
  return [
    ['Invocations', metrics('Invocations')],
    ['Errors', metrics('Errors')],
    ['Throttles', metrics('Throttles')],
    ['Concurrent executions', metrics('ConcurrentExecutions', maximum)],
  ];
}

const tableGraphs = ({ table }: Watched): Entry[] => [
  [
    'Units',
    [
      table.metricConsumedReadCapacityUnits({ ...sum, label: 'read' }),
      table.metricConsumedWriteCapacityUnits({ ...sum, label: 'written' }),
    ],
  ],
  ['Throttled requests', throttledRequests(table)],
];

function pipelineGraphs(stage: StageConfig, { functions, pipeline }: Watched): Entry[] {
  const depth = (queue: Queue, label: string) =>
    queue.metricApproximateNumberOfMessagesVisible({ ...maximum, label });
  const ofQueues = (metricOf: (pair: QueuePair, label: string) => IMetric) =>
    workQueues.map(({ name }) => metricOf(pipeline.workQueues[name], name));
  return [
    ['Age of table changes', [functionNamed(functions, 'publish-changes').metric('IteratorAge', maximum)]],
    ['Messages', ofQueues(({ queue }, label) => depth(queue, label))],
    [
      'Age of messages',
      ofQueues(({ queue }, label) => queue.metricApproximateAgeOfOldestMessage({ ...maximum, label })),
    ],
    [
      'Dead letters',
      [
        ...ofQueues(({ deadLetters }, label) => depth(deadLetters, label)),
        depth(pipeline.changeDeadLetters, 'Changes'),
      ],
    ],
    [
      'Overdue work',
      kindsOfWork.map((kind) =>
        businessMetric(stage, kind, 'OverdueSeconds', { ...maximum, label: kind.name }),
      ),
    ],
  ];
}

const DELIVERIES = [
  'DeliveriesAccepted',
  'DeliveriesFailed',
  'StoreAttemptsFailed',
  'DeliveriesRetrying',
] as const satisfies readonly MetricName[];

function businessGraphs(stage: StageConfig): Entry[] {
  const metrics = (kind: Pick<WorkKind, 'name'>, names: readonly MetricName[], options = sum) =>
    names.map((name) => businessMetric(stage, kind, name, options));
  return [
    [
      'Deliveries',
      [
        ...metrics(storeWork, DELIVERIES),
        ...metrics(transferWork, [...DELIVERIES, 'StoresUnreachable']),
        ...metrics(storeReadingWork, ['StoresSilent']),
      ],
    ],
    [
      'Webhooks',
      metrics(eventWork, [
        'WebhooksDelivered',
        'WebhooksFailed',
        'WebhookAttemptsFailed',
        'AccountsUnreachable',
      ]),
    ],
    ['Imports', metrics(usageWork, ['ImportsDone', 'ImportsRejected'])],
    [
      'Requests and stopped work that wait for operators',
      [...metrics(reviewWork, ['RequestsWaiting']), ...metrics({ name: ALL_KINDS }, ['WorkStopped'])],
    ],
    [
      'Rows and lists that cannot be read',
      [...metrics({ name: API }, ['RowsUnreadable']), ...metrics(foldWork, ['ListsUnreadable'])],
    ],
    ['Used part of the codes', metrics(reviewWork, ['IsrcsUsedPercent', 'UpcsUsedPercent'], maximum)],
  ];
}
