/** What is special about a resource, as the steps of crud ask for it. Rules proper are pure and live in shared/domain. */
import type { Problem } from '../domain/problems.ts';
import type { PresentedRecord } from '../jsonapi/resource-object.ts';
import type { Write } from '../table/commit.ts';
import type { StoredRecord } from '../table/records.ts';
import type { Context } from './context.ts';

/** A record about to be saved: the valid fields so far, and all that is wrong. */
export interface Draft {
  readonly id: string;
  readonly fields: Record<string, StoredRecord['fields'][string]>;
  /** Names of the fields the request sent. */
  readonly sent: ReadonlySet<string>;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly problems: Problem[];
  /** The records that the sent relationships name, by relationship. */
  readonly linked: ReadonlyMap<string, readonly StoredRecord[]>;
  /** The record as it stands; undefined on create. */
  readonly before: StoredRecord | undefined;
  /** More writes for the transaction that saves the record. When a condition of theirs fails, all is prepared anew. */
  readonly writes: Write[];
}

export interface Hooks {
  /** Looks at a draft before it is saved: adds fields and problems. May load; decides through shared/domain. */
  readonly prepare?: (draft: Draft, context: Context) => Promise<void> | void;
  /** Asks whether a record may go; @returns what goes with it, in the same transaction. @throws Problems. */
  readonly remove?: (record: StoredRecord, context: Context) => Promise<readonly Write[]> | readonly Write[];
  /** Leaves out entries of a list that the caller is not to see. */
  readonly narrow?: (entries: readonly StoredRecord[], context: Context) => Promise<StoredRecord[]>;
  /** Adds what is not kept on the records as it is shown. @param revealing the answer shows what is shown once. */
  readonly present?: (
    records: readonly StoredRecord[],
    context: Context,
    revealing: boolean,
  ) => Promise<readonly PresentedRecord[]>;
}
