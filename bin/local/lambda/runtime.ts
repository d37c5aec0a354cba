/** Runs the stage's functions. */
import { randomUUID } from 'node:crypto';
import type { InvocationOutcome } from '../observed/invocation-outcome.ts';
import { EnvironmentLimit } from './environment-limit.ts';
import { FunctionPool, type FunctionSpecification } from './function-pool.ts';

export interface Runtime {
  /** @param payload JSON. @returns the outcome, also when the function fails. @throws UnknownFunction */
  invoke(nameOrArn: string, payload: string): Promise<InvocationOutcome>;
  /** How many invocations of this function can run concurrently. @throws UnknownFunction */
  concurrency(nameOrArn: string): number;
  /** @throws UnknownFunction */
  checkFunction(nameOrArn: string): void;
  /**
   * Replaces the code of functions, unless a bundle does not load. One of them is loaded first, because
   * bundles replaced together share a source.
   * @param bundles files by function.
   * @throws UnknownFunction or FunctionFailure; nothing was replaced then.
   */
  replaceCode(bundles: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Ends an environment of a working function, with its invocations.
   * @param choose returns the name of one of the working functions.
   */
  crash(choose: (working: readonly string[]) => string | undefined): string | undefined;
  end(): Promise<void>;
}

export class UnknownFunction extends Error {
  constructor(nameOrArn: string) {
    super(`Function not found: ${nameOrArn}`);
    this.name = 'UnknownFunction';
  }
}

/**
 * Environments of functions start with the first invocation.
 * @param maxEnvironments of all functions together; as many as fit the machine by default.
 */
export function lambdaRuntime(
  functions: readonly FunctionSpecification[],
  maxEnvironments?: number,
): Runtime {
  const limit = new EnvironmentLimit(maxEnvironments);
  const pools = new Map(
    functions.map((specification) => [specification.name, new FunctionPool(specification, limit)]),
  );
  const poolOf = (nameOrArn: string) => {
    const pool = pools.get(nameOrArn.replace(/^arn:aws:lambda:[^:]*:[^:]*:function:/, ''));
    if (!pool) throw new UnknownFunction(nameOrArn);
    return pool;
  };
  return {
    invoke: async (nameOrArn, payload) => poolOf(nameOrArn).invoke(payload, randomUUID()),
    concurrency: (nameOrArn) => poolOf(nameOrArn).concurrency,
    checkFunction: (nameOrArn) => void poolOf(nameOrArn),
    replaceCode: async (bundles) => {
      const replaced = Array.from(bundles, ([name, bundle]) => ({ pool: poolOf(name), bundle }));
      const [first] = replaced;
      await first?.pool.checkBundle(first.bundle);
      for (const { pool, bundle } of replaced) pool.replaceBundle(bundle);
    },
    crash(choose) {
      const working = Array.from(pools).flatMap(([name, { isWorking }]) => (isWorking ? [name] : []));
      const chosen = choose(working);
      if (chosen !== undefined) poolOf(chosen).crash();
      return chosen;
    },
    async end() {
      await Promise.all(pools.values().map((pool) => pool.end()));
    },
  };
}
