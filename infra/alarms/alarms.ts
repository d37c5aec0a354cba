/** Alarms for problems that retries do not resolve. Their metrics are in watches.ts. */
import { Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';
import { type Watched, watches } from './watches.ts';

export function alarms(scope: Construct, stage: StageConfig, watched: Watched): void {
  const { alarmEmail } = stage;
  // Without an address, alarms would cost money without notifying anyone.
  if (alarmEmail === undefined) return;
  const action = new SnsAction(topicFor(scope, alarmEmail));
  const watching = Object.entries(watches(scope, stage, watched));
  for (const [id, { metric, periods = 1, says, ...limit }] of watching) {
    const alarm = new Alarm(scope, `${id}Alarm`, {
      metric,
      evaluationPeriods: periods,
      alarmDescription: says,
      ...('from' in limit
        ? {
            threshold: limit.from,
            comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
            treatMissingData: TreatMissingData.NOT_BREACHING,
          }
        : {
            threshold: limit.below,
            comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
            // Functions that do not run report no data.
            treatMissingData: TreatMissingData.BREACHING,
          }),
    });
    alarm.addAlarmAction(action);
  }
}

function topicFor(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
  topic.addSubscription(new EmailSubscription(email));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'SNS retries e-mails for hours, and alarms in a dead-letter queue would go unnoticed.',
  });
  return topic;
}
