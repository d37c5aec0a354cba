/** An execution environment of a function: a thread with its own memory, modules and variables. It runs one invocation at a time. */
import { Worker } from 'node:worker_threads';
import { failure, type Outcome } from './outcome.ts';
import type { FromWorker, Invocation, WorkerData } from './worker-messages.ts';

export interface EnvironmentOptions extends Omit<WorkerData, 'wakeUp'> {
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly onLog: (text: string) => void;
}

/** Lambda's limit for loading a function. */
const START_MILLISECONDS = 10_000;

export class ExecutionEnvironment {
  /** Settles once the bundle is loaded; rejects with a FunctionFailure. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #wakeUp = new Int32Array(new SharedArrayBuffer(4));
  readonly #name: string;
  #isAlive = true;
  /** Settles the invocation under way. */
  #settle: ((outcome: Outcome) => void) | undefined;

  constructor({ variables, memoryMegabytes, onLog, ...data }: EnvironmentOptions) {
    this.#name = data.context['functionName'] ?? 'The function';
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...data, wakeUp: this.#wakeUp } satisfies WorkerData,
      env: { ...variables },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message, onLog));
    this.#worker.once('error', (error) => this.#fail(crash(error)));
    this.#worker.once('exit', (code) =>
      this.#fail(failure('Runtime.ExitError', `The runtime exited with code ${code}.`)),
    );
    this.ready = this.#outcomeBy(Date.now() + START_MILLISECONDS).then((outcome) => {
      if (outcome.isError) throw new FunctionFailure(outcome);
    });
  }

  /** False once it has crashed, timed out or ended. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Must not be called while an invocation is under way. */
  run(invocation: Invocation): Promise<Outcome> {
    if (!this.#isAlive) return Promise.resolve(failure('Runtime.ExitError', 'The environment has ended.'));
    const outcome = this.#outcomeBy(invocation.deadline);
    this.#worker.postMessage(invocation);
    Atomics.store(this.#wakeUp, 0, 1);
    Atomics.notify(this.#wakeUp, 0);
    return outcome;
  }

  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  /** @returns the outcome of the work under way. A timeout ends the environment. */
  #outcomeBy(deadline: number): Promise<Outcome> {
    return new Promise((resolve) => {
      const timeOut = () => this.#fail(failure('Sandbox.Timedout', `${this.#name} timed out.`));
      const timer = setTimeout(timeOut, deadline - Date.now());
      this.#settle = (outcome) => {
        clearTimeout(timer);
        this.#settle = undefined;
        resolve(outcome);
      };
    });
  }

  #receive(message: FromWorker, onLog: (text: string) => void): void {
    if (message.kind === 'log') onLog(message.text);
    else if (message.kind === 'ready') this.#settle?.({ payload: 'null', isError: false });
    else this.#settle?.({ payload: message.payload, isError: message.kind === 'error' });
  }

  #fail(reason: Outcome): void {
    if (this.#isAlive) void this.end();
    this.#settle?.(reason);
  }
}

/** An environment failed to load its function. */
export class FunctionFailure extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome.payload);
    this.name = 'FunctionFailure';
    this.outcome = outcome;
  }
}

function crash(error: unknown): Outcome {
  if (!(error instanceof Error)) return failure('Runtime.Unknown', String(error));
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return failure(isOutOfMemory ? 'Runtime.OutOfMemory' : error.name, error.message, error.stack?.split('\n'));
}
