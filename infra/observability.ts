/** Alarms: what a person should hear of, and nothing a retry will mend by itself. */
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { type Functions, functionNamed } from './functions.ts';
import type { Pipeline } from './pipeline.ts';
import type { StageSettings } from './stages.ts';

export interface Watched {
  readonly api: HttpApi;
  readonly functions: Functions;
  readonly pipeline: Pipeline;
}

interface Watch {
  readonly metric: IMetric;
  /** The alarm goes off when the metric reaches this value. */
  readonly from: number;
  /** For so many periods of five minutes in a row. */
  readonly periods?: number;
  readonly says: string;
}

export function alarms(scope: Construct, { alarms: wanted }: StageSettings, watched: Watched): void {
  if (!wanted) return;
  const topic = wanted.email ? topicFor(scope, wanted.email) : undefined;
  for (const [id, { metric, from, periods = 1, says }] of Object.entries(watches(watched))) {
    const alarm = new Alarm(scope, `${id}Alarm`, {
      metric,
      threshold: from,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: says,
    });
    if (topic) alarm.addAlarmAction(new SnsAction(topic));
  }
}

function watches({ api, functions, pipeline }: Watched): Record<string, Watch> {
  const period = Duration.minutes(5);
  const sum = { period, statistic: 'Sum' };
  const ofFunctions = Array.from(functions, ([name, target]) => [
    `${name}-errors`,
    { metric: target.metricErrors(sum), from: 1, says: `The function ${name} ended with an error.` },
  ]);
  return {
    ...Object.fromEntries(ofFunctions),
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
    ServerErrors: {
      metric: api.metricServerError(sum),
      from: 5,
      says: 'The API answered with 5xx.',
    },
  };
}

function topicFor(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
  topic.addSubscription(new EmailSubscription(email));
  return topic;
}
