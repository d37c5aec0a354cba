/** An execution environment of a function: a thread with its memory, modules and variables. */
import { url } from 'node:inspector';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { failure, type InvocationOutcome } from '../observed/invocation-outcome.ts';
import type { FromWorker, Invocation, WorkerData } from './worker-messages.ts';

export interface EnvironmentOptions extends Omit<WorkerData, 'posted'> {
  readonly variables: Readonly<Record<string, string>>;
  readonly memoryMegabytes: number;
  readonly onLog: (text: string) => void;
}

/** Lambda's limit for loading a function. */
const START_MILLISECONDS = 10_000;
/** Instead of a request id. */
const LOADING = 'loading';

export class ExecutionEnvironment {
  /** Settles once the bundle is loaded; rejects with a FunctionFailure. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #posted = new Int32Array(new SharedArrayBuffer(4));
  readonly #name: string;
  #isAlive = true;
  /** Settles the loading of the bundle and the invocations under way, by request id. */
  readonly #settle = new Map<string, (outcome: InvocationOutcome) => void>();

  constructor({ variables, memoryMegabytes, onLog, ...data }: EnvironmentOptions) {
    this.#name = data.context['functionName'] ?? 'The function';
    this.#worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...data, posted: this.#posted } satisfies WorkerData,
      env: { ...variables, NODE_COMPILE_CACHE: compileCacheOf(data.bundle) },
      execArgv: [],
      // A small young generation saves 10 MB in each thread.
      resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: memoryMegabytes },
    });
    this.#worker.on('message', (message: FromWorker) => this.#receive(message, onLog));
    this.#worker.once('error', (error) => this.#fail(crash(error)));
    this.#worker.once('exit', (code) =>
      this.#fail(failure('Runtime.ExitError', `The runtime exited with code ${code}.`)),
    );
    this.ready = this.#outcomeBy(Date.now() + START_MILLISECONDS, LOADING).then((outcome) => {
      if (outcome.isError) throw new FunctionFailure(outcome);
    });
  }

  /** False once it has crashed, timed out or ended. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** How many invocations are under way. */
  get underWay(): number {
    return this.#settle.size;
  }

  run(invocation: Invocation): Promise<InvocationOutcome> {
    if (!this.#isAlive) return Promise.resolve(failure('Runtime.ExitError', 'The environment has ended.'));
    const outcome = this.#outcomeBy(invocation.deadline, invocation.requestId);
    this.#worker.postMessage(invocation);
    Atomics.add(this.#posted, 0, 1);
    Atomics.notify(this.#posted, 0);
    return outcome;
  }

  async end(): Promise<void> {
    this.#isAlive = false;
    await this.#worker.terminate();
  }

  /** @returns the outcome of one piece of work. A timeout ends the environment with all other work in it. */
  #outcomeBy(deadline: number, requestId: string): Promise<InvocationOutcome> {
    return new Promise((resolve) => {
      const timeOut = () => {
        this.#settle.get(requestId)?.(failure('Sandbox.Timedout', `${this.#name} timed out.`));
        this.#fail(
          failure('Runtime.ExitError', 'The environment ended because another invocation timed out.'),
        );
      };
      // A function at a breakpoint has no time limit.
      const timer = isInspected() ? undefined : setTimeout(timeOut, deadline - Date.now());
      this.#settle.set(requestId, (outcome) => {
        clearTimeout(timer);
        this.#settle.delete(requestId);
        resolve(outcome);
      });
    });
  }

  #receive(message: FromWorker, onLog: (text: string) => void): void {
    if (message.kind === 'log') onLog(message.text);
    else if (message.kind === 'ready') this.#settle.get(LOADING)?.({ payload: 'null', isError: false });
    else {
      const { kind, requestId, payload } = message;
      this.#settle.get(requestId)?.({ payload, isError: kind === 'error' });
    }
  }

  /** Ends the environment. The cause may be any invocation, so all fail for the same reason. */
  #fail(reason: InvocationOutcome): void {
    if (this.#isAlive) void this.end();
    for (const settle of this.#settle.values()) settle(reason);
  }
}

/**
 * Compiled code beside the bundle, and deleted with it. Without it, each thread compiles its bundle again,
 * and loads a compiler for TypeScript: a fifth of the CPU of a first start, and 7 MB of memory a thread.
 */
const compileCacheOf = (bundle: string): string => join(dirname(bundle), 'compile-cache');

/** An environment failed to load its function. */
export class FunctionFailure extends Error {
  readonly outcome: InvocationOutcome;

  constructor(outcome: InvocationOutcome) {
    super(outcome.payload);
    this.name = 'FunctionFailure';
    this.outcome = outcome;
  }
}

function crash(error: unknown): InvocationOutcome {
  if (!(error instanceof Error)) return failure('Runtime.Unknown', String(error));
  const isOutOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return failure(isOutOfMemory ? 'Runtime.OutOfMemory' : error.name, error.message, error.stack?.split('\n'));
}

/** Whether a debugger can attach: `npm run debug` or an editor. Functions then wait at breakpoints. */
const isInspected = (): boolean => url() !== undefined;
