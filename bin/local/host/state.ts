/** The durable state of the stand-ins, in one SQLite file. A completed write survives a SIGKILL. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import type { DataDirectory } from './data-directory.ts';

export interface State {
  readonly database: DatabaseSync;
  /** Commits all writes of the action, or none if it throws. */
  transaction<T>(action: () => T): T;
}

/**
 * The layout of everything in a data directory, above all of the table's rows. Raise it with a change that
 * cannot read what is there: of keys (shared/kit/table/keys.ts), fields or sealed values. Directories without
 * a version are older than 2.
 */
const LAYOUT = 3;

/**
 * The state of one stage, in its data directory; in memory if the directory is not kept.
 * @throws RejectedSetting when another process uses the file, it cannot be written, or its data has
 * another layout.
 */
export const openState = ({ path, isKept }: DataDirectory): State =>
  isKept ? open(path) : stateIn(new DatabaseSync(':memory:'));

function open(directory: string): State {
  const file = join(directory, 'stage.sqlite');
  try {
    const state = stateIn(new DatabaseSync(file));
    checkLayout(state.database, directory);
    return state;
  } catch (error) {
    if (error instanceof RejectedSetting) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw reason.includes('locked')
      ? inUse(directory)
      : new RejectedSetting(`${file} cannot be used: ${reason}.`);
  }
}

function stateIn(database: DatabaseSync): State {
  try {
    // The operating system releases this lock when the process ends, so locks are never stale.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN IMMEDIATE; COMMIT');
  } catch (error) {
    database.close();
    throw error;
  }
  return { database, transaction: transactions(database) };
}

/** SQLite keeps a number for the application in the header of the file. */
function checkLayout(database: DatabaseSync, directory: string): void {
  const isNew = !database.prepare('SELECT 1 FROM sqlite_schema').get();
  if (isNew) database.exec(`PRAGMA user_version = ${LAYOUT}`);
  if (database.prepare('PRAGMA user_version').get()?.['user_version'] === LAYOUT) return;
  database.close();
  throw new RejectedSetting(
    `The data in ${directory} was written by another version of the project, which stores it differently. Remove ` +
      'the folder to start again, or choose another with DATA_DIR.',
  );
}

const inUse = (directory: string) =>
  new RejectedSetting(
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
