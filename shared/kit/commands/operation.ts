/** The context of a running command. */
import type { Store } from '../records/store.ts';

export interface Operation extends Store {
  readonly actor: string;
  readonly commandNames: readonly string[];
  /** Milliseconds until the function times out. */
  readonly remainingMs: () => number;
}

/** Enough time for one more batch or page. */
const RESERVE_MS = 15_000;

export const isTimeUp = ({ remainingMs }: Operation): boolean => remainingMs() < RESERVE_MS;
