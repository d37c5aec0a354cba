/** What the stand-ins must not forget: one SQLite file. A write is out of our hands, and so outlives a SIGKILL, once it returns. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RefusedSetting } from '../../refused-setting.ts';

export interface State {
  readonly database: DatabaseSync;
  /** All writes of the action, or none. */
  transaction<T>(action: () => T): T;
  close(): void;
}

/**
 * @param directory the data directory; without it, nothing is kept.
 * @throws RefusedSetting when another process has it open, or it cannot be written.
 */
export function openState(directory?: string): State {
  if (directory === undefined) return stateOf(new DatabaseSync(':memory:'));
  const file = join(directory, 'stage.sqlite');
  try {
    return stateOf(new DatabaseSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw reason.includes('locked')
      ? inUse(directory)
      : new RefusedSetting(`${file} cannot be used: ${reason}.`);
  }
}

function stateOf(database: DatabaseSync): State {
  try {
    // The operating system drops this lock with its owner, however that one ended: there is no stale lock.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, transaction: transactions(database), close: () => database.close() };
}

const inUse = (directory: string) =>
  new RefusedSetting(
    `Another local stage runs on ${directory}. Stop it, or give this one a DATA_DIR and a PORT of its own.`,
  );

function transactions(database: DatabaseSync): State['transaction'] {
  return (action) => {
    // Already within one: its outcome decides.
    if (database.isTransaction) return action();
    database.exec('BEGIN');
    try {
      const result = action();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
}
