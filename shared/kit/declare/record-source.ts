/** Sources: where the records of a type are found when they have no separate rows. */
import type { Entry, StoredRecord } from './fields.ts';
import type { Viewing } from './view.ts';

export interface RecordSource {
  /** @returns those of the ids that exist, whoever owns them. */
  readonly find: (ids: readonly string[], from: Viewing) => Promise<readonly StoredRecord[]>;
  /** @returns all that the owner has, oldest first, with all their fields. */
  readonly owned: (ownerId: string, from: Viewing) => Promise<readonly Entry[]>;
  /** @returns those that link to any of the ids by a to-one relationship, with all their fields. */
  readonly linking: (
    ownerId: string,
    target: { readonly relationship: string; readonly ids: readonly string[] },
    from: Viewing,
  ) => Promise<readonly Entry[]>;
}
