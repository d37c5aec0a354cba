/** Two requests, or commands, that meet. */
import type { SoakRequest } from '../client.ts';
import type { PairRelease, ReleaseOfPair } from './releases.ts';

/** What an operator types, with the variables of its environment. */
interface Command {
  readonly line: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export type Step = (of: PairRelease) => SoakRequest | Command;

export interface Pair {
  readonly name: string;
  /** Made for each round. */
  readonly release: ReleaseOfPair;
  /** The second follows the first after at most this long. */
  readonly mostDelayMs: number;
  readonly steps: readonly [Step, Step];
}
