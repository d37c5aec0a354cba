/** One execution environment of a function: a thread with its own memory, modules and variables, for one invocation at a time. */
import { Worker } from 'node:worker_threads';

export interface Invocation {
  readonly requestId: string;
  /** JSON. */
  readonly payload: string;
  /** When the function's time is up, in milliseconds since 1970. */
  readonly deadline: number;
}

export interface Outcome {
  /** JSON: what the handler returned, or `{ errorType, errorMessage, trace }`. */
  readonly payload: string;
  readonly isError: boolean;
}

export interface EnvironmentData {
  readonly bundle: string;
  readonly exportName: string;
  readonly context: Readonly<Record<string, string>>;
  /** PEM texts of the certificate authorities. */
  readonly trusted: readonly string[];
  /** Without it, log lines come as messages. */
  readonly logFile?: string;
  /** Set to 1 to thaw the environment. */
  readonly wakeUp: Int32Array<SharedArrayBuffer>;
}

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result' | 'error'; readonly payload: string }
  | { readonly kind: 'log'; readonly text: string };

export interface EnvironmentOptions extends Omit<EnvironmentData, 'wakeUp'> {
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly onLog: (text: string) => void;
}

/** As on Lambda. */
const START_MILLISECONDS = 10_000;

export interface Environment {
  /** Settles once the bundle is loaded. @throws FunctionFailure */
  readonly ready: Promise<void>;
  /** False once it crashed, timed out or was stopped. */
  isAlive(): boolean;
  /** Only while no other invocation is under way. */
  run(invocation: Invocation): Promise<Outcome>;
  stop(): Promise<unknown>;
}

export function startEnvironment({
  variables,
  memoryMegabytes,
  onLog,
  ...data
}: EnvironmentOptions): Environment {
  const wakeUp = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL('./runtime-worker.ts', import.meta.url), {
    workerData: { ...data, wakeUp } satisfies EnvironmentData,
    env: { ...variables },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
  });
  let isAlive = true;
  let settle: ((outcome: Outcome) => void) | undefined;
  /** @returns what becomes of the work under way; kills the environment when the time is up. */
  const outcomeBy = (deadline: number) =>
    new Promise<Outcome>((resolve) => {
      const timer = setTimeout(() => end(timeout(data.context['functionName'])), deadline - Date.now());
      settle = (outcome) => {
        clearTimeout(timer);
        settle = undefined;
        resolve(outcome);
      };
    });
  const end = (reason: Outcome) => {
    if (isAlive) {
      isAlive = false;
      void worker.terminate();
    }
    settle?.(reason);
  };
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'log') onLog(message.text);
    else if (message.kind === 'ready') settle?.({ payload: 'null', isError: false });
    else settle?.({ payload: message.payload, isError: message.kind === 'error' });
  });
  worker.once('error', (error) => end(crash(error)));
  worker.once('exit', (code) => end(failure('Runtime.ExitError', `The runtime exited with code ${code}.`)));
  const started = outcomeBy(Date.now() + START_MILLISECONDS);
  return {
    ready: started.then((outcome) => {
      if (outcome.isError) throw new FunctionFailure(outcome);
    }),
    isAlive: () => isAlive,
    run(invocation) {
      if (!isAlive) return Promise.resolve(failure('Runtime.ExitError', 'The environment is gone.'));
      const outcome = outcomeBy(invocation.deadline);
      worker.postMessage(invocation);
      Atomics.store(wakeUp, 0, 1);
      Atomics.notify(wakeUp, 0);
      return outcome;
    },
    stop() {
      isAlive = false;
      return worker.terminate();
    },
  };
}

/** An environment that did not come up. */
export class FunctionFailure extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.payload);
    this.name = 'FunctionFailure';
    this.outcome = outcome;
  }
}

export function failure(errorType: string, errorMessage: string, trace: readonly string[] = []): Outcome {
  return { payload: JSON.stringify({ errorType, errorMessage, trace }), isError: true };
}

const timeout = (name: string | undefined) =>
  failure('Sandbox.Timedout', `${name ?? 'The function'} was killed: its time was up.`);

function crash(error: unknown): Outcome {
  if (!(error instanceof Error)) return failure('Runtime.Unknown', String(error));
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return failure(isOutOfMemory ? 'Runtime.OutOfMemory' : error.name, error.message, error.stack?.split('\n'));
}
