/** What carries out one of the operator's commands. */
import type { CommandName, Given } from '../../shared/operator/index.ts';
import type { Table } from '../../shared/table/table.ts';

export interface Operation {
  readonly table: Table;
  readonly now: Date;
  /** Milliseconds until the function is ended. */
  readonly remainingMs: () => number;
}

export type Run<N extends CommandName> = (given: Given<N>, operation: Operation) => Promise<object>;
