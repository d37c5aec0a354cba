/** The environments of one function: warm ones are used again, busy ones are joined by new ones up to a cap, crashed ones are gone. */
import { availableParallelism } from 'node:os';
import {
  Environment,
  type EnvironmentOptions,
  FunctionFailure,
  failure,
  type Outcome,
} from './execution-environment.ts';

export interface FunctionSpecification {
  readonly name: string;
  readonly environment: EnvironmentOptions;
  readonly timeoutSeconds: number;
  /** Reserved concurrency. */
  readonly reserved?: number;
  /** Hears of every invocation that ended with an error. */
  readonly onFailure: (outcome: Outcome, requestId: string) => void;
}

interface Waiting {
  readonly payload: string;
  readonly requestId: string;
  readonly settle: (outcome: Outcome) => void;
}

/** Threads of one function at a time. AWS starts a thousand; here, more than the processors can run only cost memory. */
const MOST_ENVIRONMENTS = Math.max(4, 2 * availableParallelism());
/** Lambda, too, lets go of environments that have nothing to do. */
const IDLE_MILLISECONDS = 5 * 60_000;

export class FunctionPool {
  readonly most: number;
  readonly #function: FunctionSpecification;
  readonly #waiting: Waiting[] = [];
  readonly #all = new Set<Environment>();
  /** The one used last comes first, so that those not needed cool down. */
  readonly #idle: { environment: Environment; expiry: NodeJS.Timeout }[] = [];
  #isStarting = false;

  constructor(specification: FunctionSpecification) {
    this.#function = specification;
    this.most = Math.min(specification.reserved ?? MOST_ENVIRONMENTS, MOST_ENVIRONMENTS);
  }

  invoke(payload: string, requestId: string): Promise<Outcome> {
    return new Promise((settle) => {
      this.#waiting.push({ payload, requestId, settle });
      this.#dispatch();
    });
  }

  async stop(): Promise<void> {
    for (const { expiry } of this.#idle.splice(0)) clearTimeout(expiry);
    for (const { settle } of this.#waiting.splice(0))
      settle(failure('Runtime.ExitError', 'The stage stopped.'));
    await Promise.all(Array.from(this.#all, (environment) => environment.stop()));
  }

  /** Hands waiting invocations to idle environments. While some are left over, one more environment starts at a time. */
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
    if (this.#isStarting || this.#all.size >= this.most) return;
    this.#isStarting = true;
    const environment = new Environment(this.#function.environment);
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

  async #run(environment: Environment, next: Waiting): Promise<void> {
    const { payload, requestId } = next;
    const deadline = Date.now() + this.#function.timeoutSeconds * 1000;
    this.#settle(next, await environment.run({ payload, requestId, deadline }));
    this.#release(environment);
  }

  #settle({ settle, requestId }: Waiting, outcome: Outcome): void {
    if (outcome.isError) this.#function.onFailure(outcome, requestId);
    settle(outcome);
  }

  #release(environment: Environment): void {
    if (environment.isAlive) {
      const expiry = setTimeout(() => this.#retire(environment), IDLE_MILLISECONDS).unref();
      this.#idle.push({ environment, expiry });
    } else this.#all.delete(environment);
    this.#dispatch();
  }

  #retire(environment: Environment): void {
    this.#idle.splice(
      this.#idle.findIndex((one) => one.environment === environment),
      1,
    );
    this.#all.delete(environment);
    void environment.stop();
  }
}
