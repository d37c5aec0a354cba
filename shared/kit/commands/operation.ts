/** The context of a running command. */
import type { Stored } from '../declare/fields.ts';
import type { Resource } from '../declare/resource.ts';
import { findRecord, type Store } from '../records/store.ts';
import { problem } from '../values/problems.ts';
import type { Command } from './declare.ts';

export interface Operation extends Store {
  readonly actor: string;
  /** All that the stage has. */
  readonly commands: readonly Command[];
  /** Milliseconds until the function times out. */
  readonly remainingMs: () => number;
}

/** Enough time for one more batch or page. */
const RESERVE_MS = 15_000;

export const isTimeUp = ({ remainingMs }: Operation): boolean => remainingMs() < RESERVE_MS;

/** @returns the record that an argument names. @throws unknown_record; UnreadableRow */
export async function requireRecord<R extends Resource>(
  operation: Pick<Operation, 'table'>,
  resource: R,
  id: string,
): Promise<Stored<R>> {
  const record = await findRecord(operation, resource, id);
  if (record) return record;
  const damaged = operation.table.damaged?.find(resource.type, id);
  if (damaged) throw damaged;
  throw problem('unknown_record', `There is no ${resource.type.slice(0, -1).replaceAll('-', ' ')} ${id}.`);
}
