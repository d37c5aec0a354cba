/** The execution environments of one function: warm ones are reused, and more are started up to a limit. */
import { availableParallelism } from 'node:os';
import { failure, type InvocationOutcome } from '../observed/invocation-outcome.ts';
import type { EnvironmentLimit } from './environment-limit.ts';
import { type EnvironmentOptions, ExecutionEnvironment, FunctionFailure } from './execution-environment.ts';

export interface FunctionSpecification {
  readonly name: string;
  readonly environment: EnvironmentOptions;
  readonly timeoutSeconds: number;
  /** Reserved concurrency. */
  readonly reserved?: number;
  /** How many concurrent invocations the function's queues ask for. */
  readonly queueConcurrency?: number;
  /** Called for every invocation that ends with an error. */
  readonly onFailure: (outcome: InvocationOutcome, requestId: string) => void;
}

interface Waiting {
  readonly payload: string;
  readonly requestId: string;
  readonly settle: (outcome: InvocationOutcome) => void;
}

interface Loaded {
  readonly environment: ExecutionEnvironment;
  /** Ends the environment, unless it is used first. */
  readonly expiry: NodeJS.Timeout;
}

/** Threads per function. AWS runs up to a thousand, but more threads than processors only cost memory. */
const MAX_ENVIRONMENTS = Math.max(4, 2 * availableParallelism());
/** Lambda removes idle environments after some minutes, too. */
const IDLE_MILLISECONDS = 5 * 60_000;

export class FunctionPool {
  /** How many invocations can run concurrently. */
  readonly concurrency: number;
  /** One, as on AWS, or more if queues allow more invocations than there are threads. */
  readonly #invocationsPerEnvironment: number;
  #function: FunctionSpecification;
  readonly #waiting: Waiting[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  /** Environments of replaced code, which end after their last invocation. */
  readonly #outdated = new WeakSet<ExecutionEnvironment>();
  /** The most recently used one is last. */
  #loaded: readonly Loaded[] = [];
  #isStarting = false;
  readonly #limit: EnvironmentLimit;

  constructor(specification: FunctionSpecification, limit: EnvironmentLimit) {
    this.#limit = limit;
    const { reserved = Number.POSITIVE_INFINITY, queueConcurrency = 1 } = specification;
    this.#function = specification;
    this.#invocationsPerEnvironment = Math.ceil(queueConcurrency / MAX_ENVIRONMENTS);
    this.concurrency = Math.min(reserved, MAX_ENVIRONMENTS * this.#invocationsPerEnvironment);
  }

  invoke(payload: string, requestId: string): Promise<InvocationOutcome> {
    return new Promise((settle) => {
      this.#waiting.push({ payload, requestId, settle });
      this.#dispatch();
    });
  }

  get isWorking(): boolean {
    return this.#all.values().some(({ underWay }) => underWay > 0);
  }

  /** Ends a working environment, as a crash does: its invocations fail. */
  crash(): void {
    void this.#all
      .values()
      .find(({ underWay }) => underWay > 0)
      ?.end();
  }

  /** @throws FunctionFailure when the bundle does not load. */
  async checkBundle(bundle: string): Promise<void> {
    const environment = new ExecutionEnvironment({ ...this.#function.environment, bundle });
    await environment.ready;
    await environment.end();
  }

  /** New invocations use environments of this bundle; running ones finish in theirs. */
  replaceBundle(bundle: string): void {
    this.#function = { ...this.#function, environment: { ...this.#function.environment, bundle } };
    for (const environment of this.#all) this.#outdated.add(environment);
    for (const { environment } of this.#loaded) this.#retire(environment);
  }

  async end(): Promise<void> {
    for (const { expiry } of this.#loaded) clearTimeout(expiry);
    this.#loaded = [];
    for (const { settle } of this.#waiting.splice(0))
      settle(failure('Runtime.ExitError', 'The stage has ended.'));
    await Promise.all(Array.from(this.#all, (environment) => environment.end()));
  }

  /** Gives waiting invocations to environments with room. For others, starts environments one at a time. */
  #dispatch(): void {
    for (const { environment } of this.#loaded) if (!environment.isAlive) this.#remove(environment);
    while (this.#waiting.length > 0) {
      if (this.#underWay() >= this.concurrency) return;
      const environment = this.#withRoom();
      if (!environment) {
        this.#start();
        return;
      }
      const next = this.#waiting.shift();
      if (next) void this.#run(environment, next);
    }
  }

  readonly #retry = (): void => this.#dispatch();

  #underWay(): number {
    return this.#loaded.reduce((sum, { environment }) => sum + environment.underWay, 0);
  }

  /** @returns the busiest environment with room, or else the last used one, so that others expire. */
  #withRoom(): ExecutionEnvironment | undefined {
    return this.#loaded
      .map(({ environment }) => environment)
      .filter((environment) => !this.#outdated.has(environment))
      .filter(({ underWay }) => underWay < this.#invocationsPerEnvironment)
      .toSorted((one, other) => one.underWay - other.underWay)
      .at(-1);
  }

  #start(): void {
    if (this.#isStarting || this.#all.size * this.#invocationsPerEnvironment >= this.concurrency) return;
    if (!this.#limit.hasRoom(this.#all.size === 0, this.#retry)) return;
    this.#isStarting = true;
    const environment = new ExecutionEnvironment(this.#function.environment);
    this.#limit.busy(environment);
    this.#all.add(environment);
    environment.ready
      .catch((error) => {
        const next = this.#waiting.shift();
        if (next && error instanceof FunctionFailure) this.#settle(next, error.outcome);
      })
      .finally(() => {
        this.#isStarting = false;
        this.#release(environment);
      });
  }

  async #run(environment: ExecutionEnvironment, next: Waiting): Promise<void> {
    const { payload, requestId } = next;
    const deadline = Date.now() + this.#function.timeoutSeconds * 1000;
    this.#limit.busy(environment);
    this.#settle(next, await environment.run({ payload, requestId, deadline }));
    this.#release(environment);
  }

  #settle({ settle, requestId }: Waiting, outcome: InvocationOutcome): void {
    if (outcome.isError) this.#function.onFailure(outcome, requestId);
    settle(outcome);
  }

  /** Called once an environment is loaded, and after each of its invocations. */
  #release(environment: ExecutionEnvironment): void {
    this.#remove(environment);
    if (environment.isAlive) {
      const expiry = setTimeout(() => this.#retire(environment), IDLE_MILLISECONDS).unref();
      this.#all.add(environment);
      this.#loaded = [...this.#loaded, { environment, expiry }];
      if (this.#outdated.has(environment)) this.#retire(environment);
    } else this.#limit.ended(environment);
    this.#dispatch();
    if (this.#all.has(environment) && environment.underWay === 0)
      this.#limit.idle(environment, () => this.#retire(environment));
  }

  /** Invocations under way postpone it. */
  #retire(environment: ExecutionEnvironment): void {
    if (environment.underWay > 0) return;
    this.#remove(environment);
    this.#limit.ended(environment);
    void environment.end();
  }

  #remove(environment: ExecutionEnvironment): void {
    clearTimeout(this.#loaded.find((one) => one.environment === environment)?.expiry);
    this.#loaded = this.#loaded.filter((one) => one.environment !== environment);
    this.#all.delete(environment);
  }
}
