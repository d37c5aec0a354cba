/** The resources that alarms and the dashboard watch, and their metrics. */
import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { WorkKind } from '../../shared/kit/work/kind.ts';
import { METRIC_NAMESPACE, type MetricName } from '../../shared/platform/metrics.ts';
import { type Functions, functionNamed } from '../functions/stage-functions.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { StageConfig } from '../stages/stage-config.ts';

export interface Watched {
  readonly api: IHttpApi;
  readonly table: Table;
  readonly functions: Functions;
  /** Names of the functions that serve requests. */
  readonly apiFunctions: readonly string[];
  readonly pipeline: Pipeline;
}

/** The period of all metrics, unless stated otherwise. */
export const period = Duration.minutes(5);
export const sum = { period, statistic: 'Sum' };
export const hourly = { period: Duration.hours(1), statistic: 'Sum' };

export const inApi = ({ functions, apiFunctions }: Watched): LambdaFunction[] =>
  apiFunctions.map((name) => functionNamed(functions, name));

export const inBackground = ({ functions, apiFunctions }: Watched): LambdaFunction[] =>
  [...functions].flatMap(([name, target]) => (apiFunctions.includes(name) ? [] : [target]));

/** The limit of CloudWatch for an alarm. */
const METRICS_PER_ALARM = 10;

/** @returns a sum for each ten of the metrics. Missing data counts as zero. */
export const sumsOf = (metrics: readonly IMetric[], label: string): IMetric[] =>
  Array.from({ length: Math.ceil(metrics.length / METRICS_PER_ALARM) }, (_, index) => {
    const some = metrics.slice(index * METRICS_PER_ALARM, (index + 1) * METRICS_PER_ALARM);
    return new MathExpression({
      expression: some.map((_, number) => `FILL(m${number}, 0)`).join(' + '),
      label,
      period,
      usingMetrics: Object.fromEntries(some.map((metric, number) => [`m${number}`, metric])),
    });
  });

/** A metric that functions write (shared/platform/metrics.ts). */
export const businessMetric = (
  { name: stage }: Pick<StageConfig, 'name'>,
  { name: kind }: Pick<WorkKind, 'name'>,
  metricName: MetricName,
  options: typeof sum & { readonly label?: string } = sum,
): Metric =>
  new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap: { stage, kind }, ...options });

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

export const throttledRequests = (table: Table): IMetric[] =>
  sumsOf(
    operations.map((Operation) =>
      table.metric('ThrottledRequests', {
        ...sum,
        dimensionsMap: { TableName: table.tableName, Operation },
      }),
    ),
    'Throttled requests',
  );
