/** Finds the function an invocation is for. */
import { randomUUID } from 'node:crypto';
import type { Outcome } from './execution-environment.ts';
import { FunctionPool, type FunctionSpecification } from './function-pool.ts';

export interface Runtime {
  /** @param payload JSON. @throws UnknownFunction */
  invoke(nameOrArn: string, payload: string): Promise<Outcome>;
  /** How many invocations of this function can run at once. @throws UnknownFunction */
  concurrency(nameOrArn: string): number;
  stop(): Promise<void>;
}

export class UnknownFunction extends Error {
  constructor(nameOrArn: string) {
    super(`Function not found: ${nameOrArn}`);
    this.name = 'UnknownFunction';
  }
}

export function startRuntime(functions: readonly FunctionSpecification[]): Runtime {
  const pools = new Map(
    functions.map((specification) => [specification.name, new FunctionPool(specification)]),
  );
  const pool = (nameOrArn: string) => {
    const found = pools.get(nameOrArn.replace(/^arn:aws:lambda:[^:]*:[^:]*:function:/, ''));
    if (!found) throw new UnknownFunction(nameOrArn);
    return found;
  };
  return {
    invoke: async (nameOrArn, payload) => pool(nameOrArn).invoke(payload, randomUUID()),
    concurrency: (nameOrArn) => pool(nameOrArn).most,
    async stop() {
      await Promise.all(Array.from(pools.values(), (one) => one.stop()));
    },
  };
}
