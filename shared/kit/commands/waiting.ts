/** What waits for a person, for operators. */

export interface Waiting {
  readonly what: string;
  /** The id of the record, or the name of something that has no record. */
  readonly id: string;
  /** Since when it waits (ISO 8601), if that is known. */
  readonly since: string | null;
  /** What it is about, as a phrase. */
  readonly about: string;
  /** The command, or the section of a document, with which it is resolved. */
  readonly resolve: string;
}

/** @param isWhole false if more wait than are listed. */
export interface WaitingList {
  readonly items: readonly Waiting[];
  readonly isWhole: boolean;
}
