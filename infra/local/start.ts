/** The local stage as a program uses it: synthesizes the app, deploys its cloud assembly onto this machine, takes it down again. */

import { deploy } from './deploy.ts';
import { startEngine } from './dynamodb/engine.ts';
import { type Foundations, layFoundations } from './foundations.ts';
import type { Clock } from './host/clock.ts';
import type { Runtime } from './lambda/runtime.ts';
import { readAssembly } from './template/assembly.ts';
import { type Plan, planStage } from './template/plan.ts';
import { synthesize } from './template/synthesize.ts';

export interface LocalStageOptions {
  /** Of the public API; any free one by default. */
  readonly port?: number;
  /** Of the AWS endpoints; any free one by default. */
  readonly awsPort?: number;
  /** A path, or `memory` (the default) to keep nothing. */
  readonly dataDirectory?: string;
  /** Folder of a cloud assembly; by default the app's stage `local` is synthesized. */
  readonly assembly?: string;
  /** Overrides of the stage's settings, and DYNAMODB_ENDPOINT; none by default. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Takes the functions' log lines, which otherwise go to one file for each function. */
  readonly onLog?: ((text: string) => void) | undefined;
  /** Takes what went wrong in the stage itself without ending it; standard error by default. */
  readonly onWarning?: (text: string) => void;
  readonly clock?: Clock;
}

export interface LocalStage {
  readonly url: string;
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  readonly dataDirectory: string;
  readonly plan: Plan;
  /** @param name with or without the stack's name before it. @throws with the function's own error. */
  invoke(name: string, payload: unknown): Promise<unknown>;
  /** Resolves with a sentence if the stage cannot go on. */
  readonly broken: Promise<string>;
  /** Ends everything; what is under way gets a moment to finish. */
  stop(): Promise<void>;
}

/** @throws RefusedSetting when a port or the data directory is taken, a setting malformed, or no engine installed. */
export async function startLocalStage(options: LocalStageOptions = {}): Promise<LocalStage> {
  const endings: (() => unknown)[] = [];
  const stop = async () => {
    for (let end = endings.pop(); end; end = endings.pop()) await end();
  };
  try {
    const foundations = await layFoundations(options, (end) => endings.push(end));
    return { ...(await build(options, foundations)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function build(
  { assembly: given, environment = {}, onLog }: LocalStageOptions,
  on: Foundations,
): Promise<Omit<LocalStage, 'stop'>> {
  const { url, awsUrl, dataDirectory } = on;
  const { assets, ...assembly } = readAssembly(given ?? (await synthesize(environment)));
  const plan = planStage(assembly, { apiUrl: url, awsUrl });
  const engine = await startEngine(dataDirectory, environment['DYNAMODB_ENDPOINT']);
  on.onEnd(engine.stop);
  const runtime = await deploy({ plan, assets, engine, onLog }, on);
  return {
    url,
    awsUrl,
    dataDirectory,
    plan,
    invoke: (name, payload) => invoke(runtime, functionName(plan, name), payload),
    broken: engine.ended.then((reason) => `The DynamoDB engine ended: ${reason}`),
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
