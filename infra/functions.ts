/** The Lambda functions: one per folder of functions/, each with a role, a log group and an environment of its own. */
import { join } from 'node:path';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyDocument, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { SOURCE_MAPS } from './bundle.ts';
import type { FunctionNeeds } from './function-list.ts';
import { grants, type Surroundings, tracing } from './grants.ts';
import type { StageSettings } from './stages.ts';

export interface FunctionSources {
  readonly list: ReadonlyMap<string, FunctionNeeds>;
  /** Holds a folder with index.mjs for each of them. */
  readonly bundles: string;
}

/** By name, as their folders are called. */
export type Functions = ReadonlyMap<string, LambdaFunction>;

export function stageFunctions(
  scope: Construct,
  stage: StageSettings,
  { list, bundles, ...around }: FunctionSources & Surroundings,
): Functions {
  const build = (name: string, needs: FunctionNeeds) => {
    const id = pascalCase(name);
    // Known before it is deployed, so that the operator's command line finds its function without a search.
    const functionName = `music-distribution-${stage.name}-${name}`;
    const logGroup = new LogGroup(scope, `${id}Log`, {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      // A log that outlived its stack would stand in the way of the next deployment under the same name.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const statements = [...grants(needs, around, logGroup), ...(stage.isTraced ? tracing() : [])];
    const role = new Role(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { needs: new PolicyDocument({ statements }) },
    });
    const made = new LambdaFunction(scope, id, {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(join(bundles, name), { exclude: stage.isLocal ? [] : [SOURCE_MAPS] }),
      handler: 'index.handler',
      timeout: Duration.seconds(needs.timeoutSeconds),
      memorySize: stage.memoryMegabytes[needs.workload],
      environment: environmentOf(needs, stage, around),
      // Its grants are complete: no construct that refers to the function adds to them.
      role: role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: stage.isTraced ? Tracing.ACTIVE : Tracing.DISABLED,
    });
    acknowledgeFindings({ role, made }, stage);
    return made;
  };
  return new Map(Array.from(list, ([name, needs]) => [name, build(name, needs)]));
}

function acknowledgeFindings(
  { role, made }: { role: Role; made: LambdaFunction },
  { isTraced }: StageSettings,
): void {
  Validations.of(made).acknowledge({
    id: 'Serverless-LambdaDLQ',
    reason:
      'An invocation that fails loses nothing: a caller gets the error, a batch comes again, the next sweep follows.',
  });
  if (isTraced) {
    for (const id of ['AwsSolutions-IAM5[Resource::*]', 'Serverless-LambdaStarPermissions']) {
      Validations.of(role).acknowledge({ id, reason: 'X-Ray has no resources that a policy could name.' });
    }
  } else {
    Validations.of(made).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason: 'Tracing is a setting of the stage (isTraced), on in production.',
    });
  }
}

function environmentOf(
  needs: FunctionNeeds,
  stage: StageSettings,
  { table, secret, pipeline, address }: Surroundings,
): Record<string, string> {
  return {
    STAGE: stage.name,
    ...(needs.address && { BASE_URL: address }),
    ...(needs.settings && { SETTINGS: JSON.stringify(stage.functionSettings) }),
    ...(needs.table && { TABLE_NAME: table.tableName }),
    ...(needs.secret && { SECRET_ID: secret.secretArn }),
    ...(needs.publishes && { BUS_NAME: pipeline.bus.eventBusName }),
    ...(needs.queuesWebhooks && { WEBHOOK_QUEUE_URL: pipeline.webhookQueue.queueUrl }),
    ...(needs.redrivesWebhooks && { WEBHOOK_DEAD_LETTER_URL: pipeline.webhookDeadLetters.queueUrl }),
    ...(needs.redrivesChanges && { CHANGE_DEAD_LETTER_URL: pipeline.changeDeadLetters.queueUrl }),
  };
}

export function functionNamed(functions: Functions, name: string): LambdaFunction {
  const found = functions.get(name);
  if (!found) throw new Error(`No function is called "${name}".`);
  return found;
}

const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _hyphen, letter: string) => letter.toUpperCase());
