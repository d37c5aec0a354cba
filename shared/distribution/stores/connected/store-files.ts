/** What transfers, tests and readings need of the files of a connected store, with any protocol. */

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  readonly isFolder: boolean;
  /** When it was changed, in seconds. */
  readonly changedAt: number;
}

export interface PlacedFile {
  /** At the store. */
  readonly path: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly read: (from: number) => AsyncIterable<Uint8Array>;
}

/** All methods fail with a StoreFailure, or with what the content of a file throws. Paths have no slash at their ends. */
export interface StoreFiles {
  /** How the stage was signed in, as a sentence for operators. */
  readonly signedIn: string;

  /** How many files are placed concurrently, within the memory of the function. */
  readonly concurrentFiles: number;

  /** @throws StoreFailure if the folder for releases is missing. Empty for that of the sign-in. */
  readonly requireFolder: (path: string) => Promise<void>;

  /** The folder may exist. */
  readonly makeFolder: (path: string) => Promise<void>;

  /** @returns undefined if there is nothing at the path. */
  readonly stat: (
    path: string,
  ) => Promise<{ readonly bytes: number; readonly isFolder: boolean } | undefined>;

  /** @returns the files of a folder, page by page, so that a folder without an end takes no memory. */
  readonly list: (path: string) => AsyncIterable<readonly ListedFile[]>;

  /** @param bytes its length. What is added later is not read. */
  readonly content: (path: string, bytes: number) => AsyncIterable<Uint8Array>;

  /** What is there already, from an attempt that was interrupted, is not sent again. @returns how many bytes were sent. */
  readonly put: (file: PlacedFile) => Promise<number>;

  /**
   * Places a file that the store sees only once it is whole, because it says that others are complete.
   * @param confirm called before the store can see it. If it throws, the store does not.
   * @returns how many bytes were sent.
   */
  readonly putMark: (file: PlacedFile, confirm: () => Promise<void>) => Promise<number>;

  readonly remove: (path: string) => Promise<void>;

  /** Ends the calls that are under way. */
  readonly close: () => void;
}
