/** The metrics of alarms, with their thresholds and descriptions. */
import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { WorkQueue } from '../../shared/kit/work/work-queue.ts';
import { type Functions, functionNamed } from '../functions/stage-functions.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type WorkQueueName, workQueues } from '../queues/work-queues.ts';
import type { StageConfig } from '../stages/stage-config.ts';

export interface Watched {
  readonly api: IHttpApi;
  readonly table: Table;
  readonly functions: Functions;
  readonly pipeline: Pipeline;
}

type Watch = {
  readonly metric: IMetric;
  /** Number of consecutive periods of five minutes. Defaults to one. */
  readonly periods?: number;
  readonly says: string;
} & (
  | { /** Alarms if the metric reaches this value. */ readonly from: number }
  | { /** Alarms if the metric is below this value or missing. */ readonly below: number }
);

type Watches = Record<string, Watch>;

const period = Duration.minutes(5);
const sum = { period, statistic: 'Sum' };

export function watches(scope: Construct, { name }: StageConfig, watched: Watched): Watches {
  return {
    ...ofFunctions(watched),
    ...ofPipeline(name, watched),
    ...ofWorkQueues(scope, name, watched),
    ...ofApi(watched),
  };
}

function ofFunctions({ functions }: Watched): Watches {
  const each = Array.from(functions, ([name, target]): [string, Watch][] => [
    [`${name}-errors`, { metric: target.metricErrors(sum), from: 1, says: `The function ${name} failed.` }],
    [
      `${name}-throttles`,
      {
        metric: target.metricThrottles(sum),
        from: 1,
        says: `The function ${name} was throttled. The account's or its own concurrency limit is reached.`,
      },
    ],
  ]);
  return Object.fromEntries(each.flat());
}

function ofPipeline(stageName: string, { functions, pipeline }: Watched): Watches {
  return {
    SweepHeartbeat: {
      metric: functionNamed(functions, 'sweep').metricInvocations(sum),
      below: 1,
      periods: 2,
      says: 'The sweep is not running. Due webhooks and other work wait, and lost messages are not replaced.',
    },
    ChangeDeadLetters: {
      metric: pipeline.changeDeadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      from: 1,
      says:
        'Table changes could not be processed, so their events are missing. ' +
        `Fix the cause within 24 hours, then run: ${operatorCommand('redrive-changes', stageName)}`,
    },
    ChangeAge: {
      metric: functionNamed(functions, 'publish-changes').metric('IteratorAge', {
        period,
        statistic: 'Maximum',
      }),
      from: 60_000,
      periods: 2,
      says: 'Table changes are published more than a minute late.',
    },
  };
}

function ofWorkQueues(scope: Construct, stageName: string, { functions, pipeline }: Watched): Watches {
  const watches = workQueues.flatMap((work): [string, Watch][] => {
    const { name: id } = work;
    const { queue, deadLetters } = pipeline.workQueues[id];
    const { logGroup } = functionNamed(functions, work.consumer);
    return [
      [
        `${id}DeadLetters`,
        {
          metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
          from: 1,
          says: `Messages for ${work.consumer} could not be processed. ${repairOf(work, stageName)}`,
        },
      ],
      [
        `${id}QueueAge`,
        {
          metric: queue.metricApproximateAgeOfOldestMessage({ period }),
          // Retries are deliberately delayed by up to 15 minutes.
          from: 1200,
          periods: 2,
          says: `Messages wait too long for ${work.consumer}.`,
        },
      ],
      [
        `${id}Faults`,
        {
          metric: faultsIn(scope, id, { logGroup, stageName }),
          // A single bad message is received a few times per period before it becomes a dead letter.
          from: 10,
          says: `The function ${work.consumer} fails on many messages. See level ERROR in its log.`,
        },
      ],
    ];
  });
  return Object.fromEntries(watches);
}

const repairOf = ({ name, redrivenWith }: WorkQueue, stageName: string): string =>
  redrivenWith
    ? `Fix the cause, then run: ${operatorCommand(redrivenWith, stageName)}`
    : 'The sweep sends new messages every 15 minutes. Fix the cause, then empty the dead-letter queue: ' +
      `aws sqs purge-queue --queue-url URL. The URL is the output ${name}DeadLetterUrl of the stack ` +
      `music-distribution-${stageName}.`;

/** Names the stage, because commands default to the local one. */
const operatorCommand = (command: string, stageName: string): string =>
  `npm run -s operate -- ${command} --stage ${stageName}`;

/** Counts log lines, because failures in a batch response do not count as errors of the function. */
function faultsIn(
  scope: Construct,
  id: WorkQueueName,
  { logGroup, stageName }: { logGroup: ILogGroup; stageName: string },
): IMetric {
  const faults = new MetricFilter(scope, `${id}FaultFilter`, {
    logGroup,
    filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    metricNamespace: `music-distribution-${stageName}`,
    metricName: `${id}Faults`,
  });
  return faults.metric(sum);
}

function ofApi({ api, table }: Watched): Watches {
  return {
    ServerErrors: { metric: api.metricServerError(sum), from: 5, says: 'The API responded with 5xx.' },
    Latency: {
      metric: api.metricLatency({ period, statistic: 'p99' }),
      from: 3000,
      periods: 3,
      says: '1 % of requests take longer than three seconds.',
    },
    TableThrottles: {
      metric: throttledRequests(table),
      from: 1,
      periods: 2,
      says: 'The table throttles requests because a partition or an index is too hot.',
    },
  };
}

/** Uses FILL, because operations without throttled requests report no data. */
function throttledRequests(table: Table): IMetric {
  const operations = [
    'GetItem',
    'BatchGetItem',
    'Query',
    'Scan',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
    'BatchWriteItem',
    'TransactWriteItems',
  ];
  const metrics = operations.map((Operation) => [
    `of${Operation}`,
    table.metric('ThrottledRequests', { ...sum, dimensionsMap: { TableName: table.tableName, Operation } }),
  ]);
  const terms = operations.map((operation) => `FILL(of${operation}, 0)`);
  return new MathExpression({
    expression: terms.join(' + '),
    label: 'Throttled requests',
    period,
    usingMetrics: Object.fromEntries(metrics),
  });
}
