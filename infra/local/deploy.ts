/** Starts a stand-in for each resource of the plan and connects them. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { getCACertificates } from 'node:tls';
import { gatewayListener } from './apigateway/http-api.ts';
import { localCertificates } from './certificates/certificates.ts';
import { enginePassage } from './dynamodb/dynamodb-proxy.ts';
import type { Engine } from './dynamodb/engine.ts';
import { engineCall } from './dynamodb/engine-call.ts';
import { keepHouse } from './dynamodb/housekeeping.ts';
import { streamPassage } from './dynamodb/streams-proxy.ts';
import { ensureTable, type LiveTable } from './dynamodb/table.ts';
import { busOperations } from './eventbridge/operations.ts';
import { startSchedules } from './eventbridge/schedules.ts';
import { type HandOver, targets } from './eventbridge/targets.ts';
import type { Foundations } from './foundations.ts';
import { lambdaPassage } from './lambda/api.ts';
import { AsyncInvocations } from './lambda/async-invocations.ts';
import { lambdaDirectory } from './lambda/directory.ts';
import { functionSpecifications } from './lambda/function-specifications.ts';
import { type Runtime, startRuntime } from './lambda/runtime.ts';
import { startMappings } from './mappings/mappings.ts';
import { secretOperations } from './secretsmanager/operations.ts';
import { queueOperations } from './sqs/operations.ts';
import { openQueues, type Queues } from './sqs/queues.ts';
import type { Assembly } from './template/assembly.ts';
import type { Plan } from './template/plan.ts';
import { wireListener } from './wire/aws-endpoint.ts';
import { queryPassage } from './wire/query-protocol.ts';

/** How long requests and invocations under way may take once the stage is told to stop. */
const GRACE_MILLISECONDS = 2000;

interface Deployment {
  readonly plan: Plan;
  readonly assets: Assembly['assets'];
  readonly engine: Engine;
  /** Takes the functions' log lines, which otherwise go to one file for each function. */
  readonly onLog?: ((text: string) => void) | undefined;
}

export async function deploy(deployment: Deployment, on: Foundations): Promise<Runtime> {
  const { plan, engine } = deployment;
  const call = engineCall(engine.url);
  const tables = await Promise.all(
    plan.ofType('AWS::DynamoDB::Table').map((table) => ensureTable(call, table)),
  );
  const runtime = runFunctions(deployment, on);
  const queues = openQueues(plan.ofType('AWS::SQS::Queue'), on);
  const invocations = new AsyncInvocations(runtime, on);
  const handOver = targets(queues, invocations);
  const around = { ...on, tables, handOver, runtime, queues, invocations };
  serveAws(deployment, around);

  const mappings = startMappings(plan, tables, { ...around, engine: call });
  on.onEnd(() => Promise.race([mappings.stop(), wait(GRACE_MILLISECONDS, undefined, { ref: false })]));
  on.onEnd(keepHouse({ ...on, tables, engine, call, mappings }));
  invocations.resume();
  on.onEnd(() => invocations.stop());
  on.onEnd(startSchedules(plan.ofType('AWS::Events::Rule'), around));
  on.gateway.serve(gatewayListener(plan, runtime));
  // The first to end: nobody comes in any more, and those inside get their answers.
  on.onEnd(() => on.gateway.close(GRACE_MILLISECONDS));
  return runtime;
}

function runFunctions({ plan, assets, engine, onLog }: Deployment, on: Foundations): Runtime {
  const runtime = startRuntime(
    functionSpecifications(plan, {
      assets,
      awsUrl: on.awsUrl,
      engineUrl: engine.url,
      // The default ones hold those of NODE_EXTRA_CA_CERTS; a thread with an environment of its own would miss them.
      trusted: [...getCACertificates('default'), localCertificates(on.dataDirectory).ca],
      logDirectory: join(on.dataDirectory, 'logs'),
      onLog,
    }),
  );
  on.onEnd(runtime.stop);
  return runtime;
}

type Services = Foundations & {
  readonly tables: readonly LiveTable[];
  readonly runtime: Runtime;
  readonly queues: Queues;
  readonly invocations: AsyncInvocations;
  readonly handOver: HandOver;
};

function serveAws({ plan, engine }: Deployment, services: Services): void {
  const { wire, state, tables, queues, runtime, invocations, dataDirectory } = services;
  const [buses, rules] = [plan.ofType('AWS::Events::EventBus'), plan.ofType('AWS::Events::Rule')];
  wire.serve(
    wireListener({
      operations: {
        AmazonSQS: queueOperations(queues, state),
        AWSEvents: busOperations(buses, rules, services),
        secretsmanager: secretOperations(plan.ofType('AWS::SecretsManager::Secret'), dataDirectory),
      },
      passages: {
        DynamoDB_20120810: enginePassage(engine.url),
        DynamoDBStreams_20120810: streamPassage(engine.url, tables),
      },
      byPath: lambdaPassage({ runtime, invocations, directory: lambdaDirectory(plan) }),
      byQuery: queryPassage,
    }),
  );
}
