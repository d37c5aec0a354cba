/** Finds the records of a type without separate rows. */
import type { Entry, StoredRecord } from './fields.ts';
import type { Viewing } from './view.ts';

export interface RecordSource {
  /** @returns existing records of any owner. */
  readonly find: (ids: readonly string[], from: Viewing) => Promise<readonly StoredRecord[]>;
  /** @returns complete records of the owner, oldest first. */
  readonly owned: (ownerId: string, from: Viewing) => Promise<readonly Entry[]>;
  /** @returns complete records that link to any of the ids by a to-one relationship. */
  readonly linking: (
    ownerId: string,
    target: { readonly relationship: string; readonly ids: readonly string[] },
    from: Viewing,
  ) => Promise<readonly Entry[]>;
}
