/** Finds the records of a type without separate rows. */
import type { Item } from '../table/item.ts';
import type { ProblemCode } from '../values/problems.ts';
import type { Entry, StoredRecord } from './fields.ts';
import type { Viewing } from './view.ts';

/** How the records of a journaled type are found that are packed into rows of the owner's index. */
export interface PackedRecords {
  /** The relationship to the record with the row. */
  readonly parent: string;
  /** @returns the records in a row, or in its index entry. */
  readonly inRow: (row: Item, ownerId: string) => readonly StoredRecord[];
  /** @returns the records in the rows of parents. */
  readonly ofParents: (parentIds: readonly string[], from: Viewing) => Promise<readonly StoredRecord[]>;
}

export interface RecordSource {
  /** Problem codes of `find`, for the API reference. */
  readonly rejections?: readonly ProblemCode[];
  readonly packed?: PackedRecords;
  /** The owner that an id names. Records of other owners than the caller are then not looked for. */
  readonly ownerIn?: (id: string) => string;
  /** @returns existing records of any owner. @throws `rejections` */
  readonly find: (ids: readonly string[], from: Viewing) => Promise<readonly StoredRecord[]>;
  /** @returns complete records of the owner, oldest first. Packed records are found in their rows instead. */
  readonly owned?: (ownerId: string, from: Viewing) => Promise<readonly Entry[]>;
  /** @returns complete records that link to any of the ids by a to-one relationship. */
  readonly linking: (
    ownerId: string,
    target: { readonly relationship: string; readonly ids: readonly string[] },
    from: Viewing,
  ) => Promise<readonly Entry[]>;
}
