/** The execution environments of one function: warm ones are reused, and more are started up to a limit. */
import { availableParallelism } from 'node:os';
import { type EnvironmentOptions, ExecutionEnvironment, FunctionFailure } from './execution-environment.ts';
import { failure, type Outcome } from './outcome.ts';

export interface FunctionSpecification {
  readonly name: string;
  readonly environment: EnvironmentOptions;
  readonly timeoutSeconds: number;
  /** Reserved concurrency. */
  readonly reserved?: number;
  /** Called for every invocation that ends with an error. */
  readonly onFailure: (outcome: Outcome, requestId: string) => void;
}

interface Waiting {
  readonly payload: string;
  readonly requestId: string;
  readonly settle: (outcome: Outcome) => void;
}

/** Threads per function. AWS runs up to a thousand; here, more than the processors can run would only cost memory. */
const MAX_ENVIRONMENTS = Math.max(4, 2 * availableParallelism());
/** Lambda removes idle environments after some minutes, too. */
const IDLE_MILLISECONDS = 5 * 60_000;

export class FunctionPool {
  /** How many invocations can run at once. */
  readonly concurrency: number;
  readonly #function: FunctionSpecification;
  readonly #waiting: Waiting[] = [];
  readonly #all = new Set<ExecutionEnvironment>();
  /** The one used last is taken first, so that those not needed expire. */
  readonly #idle: { environment: ExecutionEnvironment; expiry: NodeJS.Timeout }[] = [];
  #isStarting = false;

  constructor(specification: FunctionSpecification) {
    this.#function = specification;
    this.concurrency = Math.min(specification.reserved ?? MAX_ENVIRONMENTS, MAX_ENVIRONMENTS);
  }

  invoke(payload: string, requestId: string): Promise<Outcome> {
    return new Promise((settle) => {
      this.#waiting.push({ payload, requestId, settle });
      this.#dispatch();
    });
  }

  async end(): Promise<void> {
    for (const { expiry } of this.#idle.splice(0)) clearTimeout(expiry);
    for (const { settle } of this.#waiting.splice(0))
      settle(failure('Runtime.ExitError', 'The stage has ended.'));
    await Promise.all(Array.from(this.#all, (environment) => environment.end()));
  }

  /** Gives waiting invocations to idle environments. While more are waiting, starts environments one at a time. */
  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const free = this.#idle.pop();
      if (!free) {
        this.#start();
        return;
      }
      clearTimeout(free.expiry);
      const next = this.#waiting.shift();
      if (next) void this.#run(free.environment, next);
    }
  }

  #start(): void {
    if (this.#isStarting || this.#all.size >= this.concurrency) return;
    this.#isStarting = true;
    const environment = new ExecutionEnvironment(this.#function.environment);
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
    this.#settle(next, await environment.run({ payload, requestId, deadline }));
    this.#release(environment);
  }

  #settle({ settle, requestId }: Waiting, outcome: Outcome): void {
    if (outcome.isError) this.#function.onFailure(outcome, requestId);
    settle(outcome);
  }

  #release(environment: ExecutionEnvironment): void {
    if (environment.isAlive) {
      const expiry = setTimeout(() => this.#retire(environment), IDLE_MILLISECONDS).unref();
      this.#idle.push({ environment, expiry });
    } else this.#all.delete(environment);
    this.#dispatch();
  }

  #retire(environment: ExecutionEnvironment): void {
    this.#idle.splice(
      this.#idle.findIndex((one) => one.environment === environment),
      1,
    );
    this.#all.delete(environment);
    void environment.end();
  }
}
