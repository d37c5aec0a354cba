/** One execution environment of a function: a thread with its own memory, modules and variables, for one invocation at a time. */
import { Worker } from 'node:worker_threads';
import type { LogLevel } from './log-format.ts';

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
  /** Lines are in the JSON format, from this level on; without it, in the text format. */
  readonly jsonLogLevel?: LogLevel;
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

export class Environment {
  /** Settles once the bundle is loaded. @throws FunctionFailure */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #wakeUp = new Int32Array(new SharedArrayBuffer(4));
  readonly #name: string;
  #isAlive = true;
  /** Ends the work under way. */
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor({ variables, memoryMegabytes, onLog, ...data }: EnvironmentOptions) {
    this.#name = data.context['functionName'] ?? 'The function';
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...data, wakeUp: this.#wakeUp } satisfies EnvironmentData,
      env: { ...variables },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    this.#worker.on('message', (message: FromWorker) => this.#hear(message, onLog));
    this.#worker.once('error', (error) => this.#end(crash(error)));
    this.#worker.once('exit', (code) =>
      this.#end(failure('Runtime.ExitError', `The runtime exited with code ${code}.`)),
    );
    this.ready = this.#outcomeBy(Date.now() + START_MILLISECONDS).then((outcome) => {
      if (outcome.isError) throw new FunctionFailure(outcome);
    });
  }

  /** False once it crashed, timed out or was stopped. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Only while no other invocation is under way. */
  run(invocation: Invocation): Promise<Outcome> {
    if (!this.#isAlive) return Promise.resolve(failure('Runtime.ExitError', 'The environment is gone.'));
    const outcome = this.#outcomeBy(invocation.deadline);
    this.#worker.postMessage(invocation);
    Atomics.store(this.#wakeUp, 0, 1);
    Atomics.notify(this.#wakeUp, 0);
    return outcome;
  }

  async stop(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  /** What becomes of the work under way; once the time is up, that is the end of the environment. */
  #outcomeBy(deadline: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const isUp = () => this.#end(failure('Sandbox.Timedout', `${this.#name} was killed: its time was up.`));
      const timer = setTimeout(isUp, deadline - Date.now());
      this.#settle = (outcome) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(outcome);
      };
    });
  }

  #hear(message: FromWorker, onLog: (text: string) => void): void {
    if (message.kind === 'log') onLog(message.text);
    else if (message.kind === 'ready') this.#settle?.({ payload: 'null', isError: false });
    else this.#settle?.({ payload: message.payload, isError: message.kind === 'error' });
  }

  #end(reason: Outcome): void {
    if (this.#isAlive) void this.stop();
    this.#settle?.(reason);
  }
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

function crash(error: unknown): Outcome {
  if (!(error instanceof Error)) return failure('Runtime.Unknown', String(error));
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return failure(isOutOfMemory ? 'Runtime.OutOfMemory' : error.name, error.message, error.stack?.split('\n'));
}
