/** Sales reports that a store has placed in its folder. What imports them is in a higher room (functions/transfer-releases). */

/** A file of a report. */
interface PlacedFile {
  readonly name: string;
  /** Whether it was not taken yet, or has changed since. */
  readonly isNew: boolean;
  /** @throws unknown_record if the file is gone; file_unreadable; StoreFailure. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

interface PlacedReports {
  readonly dspId: string;
  readonly files: readonly PlacedFile[];
  /** The layout of the connection, as JSON. */
  readonly layout: string | null;
}

/**
 * `imported`: its import has started, or had before. `incomplete`: files of it are missing. `busy`: another file of its
 * name is being imported, or it has changed meanwhile. `rejected`: a person has to look at it.
 */
export interface TakenReport {
  readonly is: 'imported' | 'incomplete' | 'busy' | 'rejected';
  readonly files: readonly string[];
  /** Why it was not imported, as a sentence. */
  readonly reason: string | null;
}

/** Starts the imports of those that are new, one after another. Idempotent. */
export type TakeReports = (placed: PlacedReports) => AsyncIterable<TakenReport>;
