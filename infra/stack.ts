/** The stack of a stage, composed of the parts in the folders beside this file. */
import { CfnOutput, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { GatewayRoute } from '../shared/kit/declare/routes.ts';
import { addAlarms } from './alarms/alarms.ts';
import { limitCosts } from './alarms/budget.ts';
import { addDashboard } from './alarms/dashboard.ts';
import { saveQueries } from './alarms/saved-queries.ts';
import { servingFunctions } from './api/api-definition.ts';
import { gateway, permitRequests } from './api/gateway.ts';
import { addAliases, deployGradually, invokedFunctions } from './functions/gradual.ts';
import { type FunctionSources, functionNamed, stageFunctions } from './functions/stage-functions.ts';
import {
  eventPipeline,
  type Pipeline,
  publishChanges,
  queuesOf,
  sweepRegularly,
} from './pipeline/pipeline.ts';
import { consumeQueues, encryptQueues, queuePairs } from './queues/queues.ts';
import type { StageConfig } from './stages/stage-config.ts';
import { packageBucket } from './storage/package-bucket.ts';
import { stageKey } from './storage/stage-key.ts';
import { stageSecret } from './storage/stage-secret.ts';
import { singleTable } from './storage/table.ts';

export interface StackSources extends FunctionSources {
  readonly routes: readonly GatewayRoute[];
}

export function serviceStack(
  scope: Construct,
  stage: StageConfig,
  { list, bundles, routes }: StackSources,
): Stack {
  const name = `music-distribution-${stage.name}`;
  const stack = new Stack(scope, name, {
    description: `Music distribution, stage ${stage.name}`,
    terminationProtection: stage.isProduction,
  });
  const tags = { service: 'music-distribution', stage: stage.name };
  for (const [tag, value] of Object.entries(tags)) Tags.of(stack).add(tag, value);
  const key = stageKey(stack, stage, tags);
  const table = singleTable(stack, stage, key);
  const secret = stageSecret(stack, stage, key);
  const packages = packageBucket(stack, stage, key);
  const pipeline = eventPipeline(stack, stage, queuePairs(stack, list));
  if (key) encryptQueues(queuesOf(pipeline), key);
  const { api, address, domainTarget, firewallKey } = gateway(stack, stage, { routes, tags });
  const { storeRolePath } = stage.functionSettings;
  const resources = { table, secret, packages, pipeline, address, firewallKey, storeRolePath };
  const functions = stageFunctions(stack, stage, { list, bundles, ...resources });

  const aliases = addAliases(functions, stage);
  const invoked = invokedFunctions(functions, aliases, stage);
  permitRequests(api, { routes, functions, aliases });
  publishChanges(stack, table, {
    target: functionNamed(invoked, 'publish-changes'),
    deadLetters: pipeline.changeDeadLetters,
  });
  consumeQueues(stack, stage, {
    pairs: pipeline.workQueues,
    functionOf: (name) => functionNamed(invoked, name),
  });
  sweepRegularly(stack, stage, functionNamed(invoked, 'sweep'));
  if (!stage.isLocal) {
    const watched = { api, table, functions, apiFunctions: servingFunctions(routes), pipeline };
    saveQueries(stack, stage, watched);
    limitCosts(stack, stage);
    const { notifying, endingDeployments } = addAlarms(stack, stage, watched);
    addDashboard(stack, stage, { ...watched, alarms: notifying });
    deployGradually(stack, stage, { aliases, alarms: endingDeployments });
  }

  const outputs = {
    ApiUrl: address,
    ApiDomainTarget: domainTarget,
    TableName: table.tableName,
    SecretArn: secret.secretArn,
    PackageBucketName: packages.bucketName,
    OperateFunctionName: functionNamed(functions, 'operate').functionName,
    BusName: pipeline.bus.eventBusName,
    ...queueOutputs(pipeline),
  };
  for (const [id, value] of Object.entries(outputs)) if (value) new CfnOutput(stack, id, { value });
  return stack;
}

const queueOutputs = ({ workQueues }: Pipeline): Record<string, string> =>
  Object.fromEntries(
    Object.entries(workQueues).flatMap(([id, { queue, deadLetters }]) => [
      [`${id}QueueUrl`, queue.queueUrl],
      [`${id}DeadLetterUrl`, deadLetters.queueUrl],
    ]),
  );
