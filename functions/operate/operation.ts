/** The types of command implementations. */

import type { Store } from '../../shared/kit/records/store.ts';
import type { CommandName, Given } from '../../shared/operator/index.ts';

export interface Operation extends Store {
  /** Who runs the command. */
  readonly actor: string;
  /** Milliseconds until the function times out. */
  readonly remainingMs: () => number;
}

export type CommandHandler<N extends CommandName> = (
  given: Given<N>,
  operation: Operation,
) => Promise<object>;
