/** What a command works with: the store, who runs it, the commands there are, and the time that is left. */
import type { Store } from '../records/store.ts';

export interface Operation extends Store {
  readonly actor: string;
  readonly commandNames: readonly string[];
  /** Milliseconds until the function times out. */
  readonly remainingMs: () => number;
}

/** Enough for one more batch or page, which takes a few seconds. */
const RESERVE_MS = 15_000;

export const isTimeUp = ({ remainingMs }: Operation): boolean => remainingMs() < RESERVE_MS;
