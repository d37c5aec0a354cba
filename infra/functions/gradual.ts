/** Aliases of functions on stages that deploy gradually. CodeDeploy shifts invocations to new versions. */

import { Validations } from 'aws-cdk-lib';
import type { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { StageConfig } from '../stages/stage-config.ts';
import { type Functions, physicalName } from './stage-functions.ts';

const ALIAS = 'live';

/** Invoked by their names, by operators and for paths that nothing else serves. */
const withoutSteps = ['operate', 'documentation', 'not-found'];

export type Aliases = ReadonlyMap<string, Alias>;

const isGradual = (name: string, { gradualDeployment }: StageConfig): boolean =>
  gradualDeployment !== undefined && !withoutSteps.includes(name);

/** @returns the name by which the gateway invokes a function. */
export const invokedName = (stage: StageConfig, name: string): string =>
  isGradual(name, stage) && stage.gradualDeployment?.isInvoked
    ? `${physicalName(stage, name)}:${ALIAS}`
    : physicalName(stage, name);

export const addAliases = (functions: Functions, stage: StageConfig): Aliases =>
  new Map(
    Array.from(functions).flatMap(([name, each]) =>
      isGradual(name, stage) ? [[name, each.addAlias(ALIAS)] as const] : [],
    ),
  );

/** @returns what routes, queues, streams and schedules invoke, by the names of functions. */
export function invokedFunctions(
  functions: Functions,
  aliases: Aliases,
  { gradualDeployment }: StageConfig,
): ReadonlyMap<string, IFunction> {
  const invoked = new Map<string, IFunction>(functions);
  // The declared type differs only in that undefined properties may be present.
  if (gradualDeployment?.isInvoked)
    for (const [name, alias] of aliases) invoked.set(name, alias as IFunction);
  return invoked;
}

/** @param alarms end a deployment, and everything that was deployed with it is rolled back. */
export function deployGradually(
  scope: Construct,
  { gradualDeployment }: StageConfig,
  { aliases, alarms }: { readonly aliases: Aliases; readonly alarms: readonly Alarm[] },
): void {
  if (!gradualDeployment) return;
  const { ref: applicationName } = new CfnApplication(scope, 'Deployments', { computePlatform: 'Lambda' });
  const role = new Role(scope, 'DeploymentsRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
    ],
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS keeps the policy of CodeDeploy. It can only read alarms, and change and invoke functions.',
  });
  for (const alias of aliases.values()) {
    const group = new CfnDeploymentGroup(alias, 'Deployment', {
      applicationName,
      serviceRoleArn: role.roleArn,
      deploymentConfigName: `CodeDeployDefault.Lambda${gradualDeployment.steps}`,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: alarms.map(({ alarmName }) => ({ name: alarmName })) },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
      },
    });
    const resource = alias.node.defaultChild as CfnAlias;
    resource.cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
    };
  }
}
