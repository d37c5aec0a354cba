/** What the stand-ins must not lose, in one SQLite file. A write that has returned survives a SIGKILL. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RefusedSetting } from '../../refused-setting.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Service } from './lifecycle.ts';

export interface State {
  readonly database: DatabaseSync;
  /** Commits all writes of the action, or none if it throws. */
  transaction<T>(action: () => T): T;
}

/**
 * The state of one stage, in its data directory; in memory if the directory is not kept.
 * @throws RefusedSetting (on start) when another process uses the file, or it cannot be written.
 */
export const stageState = ({ path, isKept }: DataDirectory): Service<State> => ({
  start: () => (isKept ? open(path) : stateIn(new DatabaseSync(':memory:'))),
  end: ({ database }) => database.close(),
});

function open(directory: string): State {
  const file = join(directory, 'stage.sqlite');
  try {
    return stateIn(new DatabaseSync(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw reason.includes('locked')
      ? inUse(directory)
      : new RefusedSetting(`${file} cannot be used: ${reason}.`);
  }
}

function stateIn(database: DatabaseSync): State {
  try {
    // The operating system releases this lock when the process ends, however it ends: locks are never stale.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, transaction: transactions(database) };
}

const inUse = (directory: string) =>
  new RefusedSetting(
    `Another local stage is running on ${directory}. Stop it, or start this one with another DATA_DIR and PORT.`,
  );

function transactions(database: DatabaseSync): State['transaction'] {
  return (action) => {
    // Nested: the outer transaction commits or rolls back.
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
