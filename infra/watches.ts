/** What alarms watch: metrics, with the value at which a person is told. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type Functions, functionNamed } from './functions.ts';
import type { Pipeline } from './pipeline.ts';
import type { StageSettings } from './stages.ts';

export interface Watched {
  readonly api: HttpApi;
  readonly table: Table;
  readonly functions: Functions;
  readonly pipeline: Pipeline;
}

export type Watch = {
  readonly metric: IMetric;
  /** For so many periods of five minutes in a row. */
  readonly periods?: number;
  readonly says: string;
} & (
  | { /** The alarm goes off when the metric reaches this value. */ readonly from: number }
  | { /** The alarm goes off when the metric is below this value, or missing. */ readonly below: number }
);

type Watches = Record<string, Watch>;

const period = Duration.minutes(5);
const sum = { period, statistic: 'Sum' };

export function watches(scope: Construct, { name }: StageSettings, watched: Watched): Watches {
  return {
    ...ofFunctions(watched),
    ...ofPipeline(watched),
    ...ofSender(scope, name, watched),
    ...ofApi(watched),
  };
}

function ofFunctions({ functions }: Watched): Watches {
  const each = Array.from(functions, ([name, target]): [string, Watch][] => [
    [
      `${name}-errors`,
      { metric: target.metricErrors(sum), from: 1, says: `The function ${name} ended with an error.` },
    ],
    [
      `${name}-throttles`,
      {
        metric: target.metricThrottles(sum),
        from: 1,
        says: `The function ${name} was throttled: the account's concurrent executions are used up.`,
      },
    ],
  ]);
  return Object.fromEntries(each.flat());
}

function ofPipeline({ functions, pipeline }: Watched): Watches {
  return {
    SweepHeartbeat: {
      metric: functionNamed(functions, 'sweep').metricInvocations(sum),
      below: 1,
      periods: 2,
      says: 'The sweep does not run: webhooks that are due wait, and lost ones stay lost.',
    },
    WebhookDeadLetters: {
      metric: pipeline.webhookDeadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      from: 1,
      says: 'Webhook messages were given up on. Once the cause is mended: npm run -s operate -- redrive-webhooks.',
    },
    ChangeDeadLetters: {
      metric: pipeline.changeDeadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      from: 1,
      says: 'Changes of the table were given up on: their events are missing. Within 24 hours, once the cause is mended: npm run -s operate -- redrive-changes.',
    },
    WebhookQueueAge: {
      metric: pipeline.webhookQueue.metricApproximateAgeOfOldestMessage({ period }),
      // Messages may be delayed for 15 minutes on purpose.
      from: 1200,
      periods: 2,
      says: 'Webhooks leave later than they should.',
    },
    ChangeAge: {
      metric: functionNamed(functions, 'publish-changes').metric('IteratorAge', {
        period,
        statistic: 'Maximum',
      }),
      from: 60_000,
      periods: 2,
      says: 'Changes of the table are published more than a minute late.',
    },
  };
}

/** A message that fails is reported in the answer of its batch, which is no error of the function. */
function ofSender(scope: Construct, stageName: string, { functions }: Watched): Watches {
  const faults = new MetricFilter(scope, 'WebhookFaultFilter', {
    logGroup: functionNamed(functions, 'send-webhooks').logGroup,
    filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
    metricNamespace: `music-distribution-${stageName}`,
    metricName: 'WebhookFaults',
  });
  return {
    WebhookFaults: {
      metric: faults.metric(sum),
      // One message that always fails is received five times, and ends in the dead letters.
      from: 10,
      says: 'The sender of webhooks fails at many messages: its log has them at level ERROR.',
    },
  };
}

function ofApi({ api, table }: Watched): Watches {
  return {
    ServerErrors: { metric: api.metricServerError(sum), from: 5, says: 'The API answered with 5xx.' },
    Latency: {
      metric: api.metricLatency({ period, statistic: 'p99' }),
      from: 3000,
      periods: 3,
      says: 'One request in a hundred takes longer than three seconds.',
    },
    TableThrottles: {
      metric: throttledRequests(table),
      from: 1,
      periods: 2,
      says: 'The table throttles requests: one partition, or one index, is asked for too much.',
    },
  };
}

/** An operation without throttled requests reports nothing, which is no number to add. */
function throttledRequests(table: Table): IMetric {
  const operations = [
    'GetItem',
    'BatchGetItem',
    'Query',
    'PutItem',
    'UpdateItem',
    'DeleteItem',
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
