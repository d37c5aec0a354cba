/** Alarms for problems that retries do not resolve (symptoms.ts), by e-mail. */
import { Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmBase,
  type AlarmProps,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';
import type { Part, Symptom } from './symptom.ts';
import { symptomsOf } from './symptoms.ts';
import type { Watched } from './watched.ts';

const RUNBOOK = 'docs/runbook.md';

interface Alarms {
  /** By e-mail. */
  readonly notifying: readonly AlarmBase[];
  /** CodeDeploy takes at most ten, and no composite ones. */
  readonly endingDeployments: readonly Alarm[];
}

export function addAlarms(scope: Construct, stage: StageConfig, watched: Watched): Alarms {
  const { alarmEmail } = stage;
  // Without an address, alarms would cost money without notifying anyone.
  if (alarmEmail === undefined) return { notifying: [], endingDeployments: [] };
  const action = new SnsAction(addTopic(scope, alarmEmail));
  const all = Object.entries(symptomsOf({ scope, stage, watched })).map((symptom) => {
    const added = addAlarm(scope, stage, symptom);
    added.alarm.addAlarmAction(action);
    added.alarm.addOkAction(action);
    return added;
  });
  return {
    notifying: all.map(({ alarm }) => alarm),
    endingDeployments: all.flatMap((each) => each.endingDeployments),
  };
}

/** If a symptom has several parts, only their composite notifies, so that one problem is one message. */
function addAlarm(
  scope: Construct,
  stage: StageConfig,
  [id, symptom]: [string, Symptom],
): { alarm: AlarmBase; endingDeployments: readonly Alarm[] } {
  const { severity, says, remedy = '', parts } = symptom;
  const nameOf = (each: string) => `music-distribution-${stage.name}-${each}`;
  const alarmDescription = `[${severity}] ${[says, remedy].join(' ').trim()}\nRunbook: ${RUNBOOK}#${id}`;
  const [[, only], ...others] = Object.entries(parts) as [[string, Part], ...[string, Part][]];
  if (others.length === 0) {
    const alarm = new Alarm(scope, `${id}-alarm`, {
      alarmName: nameOf(id),
      alarmDescription,
      ...limitOf(only),
    });
    return { alarm, endingDeployments: only.endsDeployment ? [alarm] : [] };
  }
  const alarmsOfParts = Object.entries(parts).map(
    ([name, part]) =>
      new Alarm(scope, `${name}-alarm`, {
        alarmName: nameOf(name),
        alarmDescription: `A part of ${nameOf(id)}, which notifies.`,
        ...limitOf(part),
      }),
  );
  const alarm = new CompositeAlarm(scope, `${id}-alarm`, {
    compositeAlarmName: nameOf(id),
    alarmDescription,
    alarmRule: AlarmRule.anyOf(...alarmsOfParts),
  });
  const ending = Object.values(parts).map(({ endsDeployment }) => endsDeployment === true);
  return { alarm, endingDeployments: alarmsOfParts.filter((_, index) => ending[index]) };
}

const limitOf = ({ metric, periods = 1, isKept, ...limit }: Part): AlarmProps => ({
  metric,
  evaluationPeriods: periods,
  ...('from' in limit
    ? {
        threshold: limit.from,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: isKept ? TreatMissingData.IGNORE : TreatMissingData.NOT_BREACHING,
      }
    : {
        threshold: limit.below,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        // Functions that do not run report no data.
        treatMissingData: TreatMissingData.BREACHING,
      }),
});

function addTopic(scope: Construct, email: string): Topic {
  const topic = new Topic(scope, 'AlarmTopic', { enforceSSL: true });
  topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com'));
  topic.addSubscription(new EmailSubscription(email));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'SNS retries e-mails for hours, and alarms in a dead-letter queue would go unnoticed.',
  });
  return topic;
}
