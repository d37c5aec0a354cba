/** The local stage: synthesizes the CDK app and deploys it onto this machine. README.md explains how. */
import { setTimeout as wait } from 'node:timers/promises';
import { httpApi } from './apigateway/http-api.ts';
import { type StageSite, startSite } from './documentation/stage-site.ts';
import { withSite } from './documentation/unbuilt-pages.ts';
import { dynamodbProxy } from './dynamodb/dynamodb-proxy.ts';
import { type Engine, startEngine } from './dynamodb/engine.ts';
import { startHousekeeping } from './dynamodb/housekeeping.ts';
import { streamsProxy } from './dynamodb/streams-proxy.ts';
import { ensureTable, type LiveTable } from './dynamodb/table.ts';
import { eventBridgeOperations } from './eventbridge/operations.ts';
import { startSchedules } from './eventbridge/schedules.ts';
import { type SendToTarget, targetSender } from './eventbridge/targets.ts';
import { type Clock, systemClock } from './host/clock.ts';
import { closeDataDirectory, openDataDirectory } from './host/data-directory.ts';
import { openPort, type Port } from './host/port.ts';
import { openState, type State } from './host/state.ts';
import { checkTemporaryFolder } from './host/temporary-folder.ts';
import { lambdaApi } from './lambda/api.ts';
import { AsyncInvocations } from './lambda/async-invocations.ts';
import { crashFunctions } from './lambda/crashes.ts';
import { lambdaDirectory } from './lambda/directory.ts';
import { functionSpecifications } from './lambda/function-specifications.ts';
import { lambdaRuntime, type Runtime } from './lambda/runtime.ts';
import { startMappings } from './mappings/mappings.ts';
import type { Observe } from './observed/observation.ts';
import { withConsole } from './page/console.ts';
import { openPage } from './page/page.ts';
import { s3Api } from './s3/s3-api.ts';
import { secretsManagerOperations } from './secretsmanager/operations.ts';
import { sqsOperations } from './sqs/operations.ts';
import { openQueues, type Queues } from './sqs/queues.ts';
import { storeFolderOf } from './store/store-folders.ts';
import { readAssembly } from './template/assembly.ts';
import { type Plan, planStage } from './template/plan.ts';
import { synthesize } from './template/synthesize.ts';
import { type AwsServices, awsListener, type WireHandler } from './wire/aws-endpoint.ts';
import { queryProtocol } from './wire/query-protocol.ts';

/** How long requests and invocations under way may take once the stage ends. */
const GRACE_MILLISECONDS = 2000;

export interface LocalStageOptions {
  /** The port of the API; any free one by default. */
  readonly port?: number;
  /** The port of the AWS endpoint; any free one by default. */
  readonly awsPort?: number;
  /** A path, or `memory` (the default) to keep nothing. */
  readonly dataDirectory?: string;
  /** The folder of a cloud assembly; by default the app's stage `local` is synthesized. */
  readonly assembly?: string;
  /** Overrides of the stage's settings, and DYNAMODB_ENDPOINT; none by default. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Receives the functions' log lines; by default they are written to one file per function. */
  readonly onLog?: ((text: string) => void) | undefined;
  /** Receives failures that do not end the stage; by default they are written to standard error. */
  readonly onWarning?: (text: string) => void;
  /** Receives a title at the start of each phase. */
  readonly onPhase?: (title: string) => void;
  /** Ends a build of the assembly. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** How many execution environments all functions have together; as many as fit the machine by default. */
  readonly maxEnvironments?: number;
  /** A function that works crashes each so many seconds on average; never by default. */
  readonly crashSeconds?: number;
}

export interface LocalStage {
  readonly url: string;
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  readonly dataDirectory: string;
  /** The folder of its cloud assembly. */
  readonly assembly: string;
  readonly plan: Plan;
  readonly replaceCode: Runtime['replaceCode'];
  /** The documentation of the stage, which can be built after the stage has started. */
  readonly site: StageSite;
  /** @param name with or without the stack's name in front. @throws with the function's error. */
  invoke(name: string, payload: unknown): Promise<unknown>;
  /** Resolves with a message if the stage cannot continue. */
  readonly broken: Promise<string>;
  /** Ends all services. Requests and invocations under way get two seconds to finish. */
  end(): Promise<void>;
}

type RunningStage = Omit<LocalStage, 'end'>;

/**
 * Starts a stage. Everything that was started ends again if a later part fails.
 * @throws RejectedSetting when a port or the data directory is in use, a setting is invalid, or no engine is
 * installed.
 */
export async function startLocalStage(options: LocalStageOptions = {}): Promise<LocalStage> {
  const services = new AsyncDisposableStack();
  try {
    return { ...(await startServices(options, services)), end: () => services.disposeAsync() };
  } catch (error) {
    // Report the first error, even if ending also fails.
    await services.disposeAsync().catch(() => {});
    throw error;
  }
}

/** Starts all services, and adds to the stack how each of them ends. They end in the reverse order. */
async function startServices(
  options: LocalStageOptions,
  services: AsyncDisposableStack,
): Promise<RunningStage> {
  const {
    clock = systemClock,
    onWarning: warn = console.error,
    environment = {},
    onLog,
    onPhase = () => {},
    signal,
  } = options;
  // Invalid settings fail here, before any work is done.
  checkTemporaryFolder();
  const { dataDirectory = 'memory' } = options;
  const directory = services.adopt(openDataDirectory(dataDirectory), closeDataDirectory);
  const state = services.adopt(openState(directory), ({ database }) => database.close());
  const apiPort = services.adopt(await openPort(options.port ?? 0, 'PORT'), closePort);
  const awsPort = services.adopt(await openPort(options.awsPort ?? 0, 'AWS_PORT'), closePort);
  const url = `http://localhost:${apiPort.number}`;
  const awsUrl = `http://127.0.0.1:${awsPort.number}`;
  const assembly = options.assembly ?? (await synthesize(environment, { onPhase, signal }));
  onPhase('Starting the table, the queues and the functions');
  const { assets, ...stack } = readAssembly(assembly);
  const plan = planStage(stack, { apiUrl: url, awsUrl });

  const engine = services.adopt(
    await startEngine(directory.path, environment['DYNAMODB_ENDPOINT']),
    endService,
  );
  const tables = await ensureTables(plan, engine);
  const settings = { assets, awsUrl, engineUrl: engine.url, directory: directory.path, onLog };
  const specifications = await functionSpecifications(plan, settings);
  const runtime = services.adopt(lambdaRuntime(specifications, options.maxEnvironments), endService);
  if (options.crashSeconds)
    services.adopt(crashFunctions(runtime, options.crashSeconds, onPhase), endService);
  const storeFolder = storeFolderOf(dataDirectory);
  const page = openPage(plan, clock);
  const { observe } = page;
  const queues = openQueues(plan.ofType('AWS::SQS::Queue'), { clock, state, observe });
  const invocations = services.adopt(new AsyncInvocations(runtime, { plan, clock, state }), endService);
  const sendToTarget = targetSender(queues, invocations);
  const s3 = await s3Api(plan.ofType('AWS::S3::Bucket'), directory.path);
  const stores = { engine, tables, s3, queues };
  const parts = { plan, clock, state, ...stores, runtime, invocations, sendToTarget, observe, warn };
  awsPort.serve(awsListener(awsServices(parts, directory.path)));

  const mappings = services.adopt(startMappings(parts), (started) =>
    Promise.race([started.end(), wait(GRACE_MILLISECONDS, undefined, { ref: false })]),
  );
  services.defer(startHousekeeping({ ...parts, ...mappings }));
  services.defer(startSchedules(parts));
  // Ends first, so that running requests finish while the services behind them still run.
  services.defer(() => apiPort.close(GRACE_MILLISECONDS));
  services.defer(page.end);
  const site = services.adopt(startSite(assembly, environment), endService);
  const api = withSite(site, plan, httpApi(parts));
  apiPort.serve(withConsole(awsUrl, page.listener({ ...parts, storeFolder }, api)));
  return {
    url,
    awsUrl,
    dataDirectory: directory.path,
    assembly,
    plan,
    site,
    replaceCode: runtime.replaceCode,
    invoke: (name, payload) => invoke(runtime, functionName(plan, name), payload),
    broken: engine.ended.then((reason) => `The DynamoDB engine ended: ${reason}`),
  };
}

const closePort = (port: Port) => port.close(0);
const endService = (service: { end(): Promise<void> | void }) => service.end();

const ensureTables = (plan: Plan, { call }: Engine): Promise<LiveTable[]> =>
  Promise.all(plan.ofType('AWS::DynamoDB::Table').map((table) => ensureTable(call, table)));

interface RunningServices {
  readonly plan: Plan;
  readonly clock: Clock;
  readonly state: State;
  readonly engine: Engine;
  readonly tables: readonly LiveTable[];
  readonly runtime: Runtime;
  readonly queues: Queues;
  readonly invocations: AsyncInvocations;
  readonly s3: WireHandler;
  readonly sendToTarget: SendToTarget;
  readonly observe: Observe;
}

/** The services behind the AWS endpoint. */
function awsServices(services: RunningServices, directory: string): AwsServices {
  const { plan, state, engine, tables, runtime, queues, invocations, s3 } = services;
  const buses = plan.ofType('AWS::Events::EventBus');
  const rules = plan.ofType('AWS::Events::Rule');
  return {
    operations: {
      AmazonSQS: sqsOperations(queues, state),
      AWSEvents: eventBridgeOperations(buses, rules, services),
      secretsmanager: secretsManagerOperations(plan.ofType('AWS::SecretsManager::Secret'), directory),
    },
    proxies: {
      DynamoDB_20120810: dynamodbProxy(engine.url),
      DynamoDBStreams_20120810: streamsProxy(engine.url, tables),
    },
    s3,
    rest: lambdaApi({ runtime, invocations, directory: lambdaDirectory(plan) }),
    query: queryProtocol,
  };
}

function functionName(plan: Plan, name: string): string {
  const isFull = plan.ofType('AWS::Lambda::Function').some((one) => one.name === name);
  return isFull ? name : `${plan.stackName}-${name}`;
}

async function invoke(runtime: Runtime, name: string, payload: unknown): Promise<unknown> {
  const outcome = await runtime.invoke(name, JSON.stringify(payload));
  const result = JSON.parse(outcome.payload);
  if (outcome.isError) throw new Error(`${name}: ${result.errorType}: ${result.errorMessage}`);
  return result;
}
