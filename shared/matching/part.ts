/** Large albums are processed in parts, one short message each, so little is repeated after a crash. */

export const TRACKS_PER_PART = 50;

/** The result of one part. */
export interface PartDone {
  /** The track before the next part; null after the last part. */
  readonly next: string | null;
  /** Fields of the log line. */
  readonly line: Readonly<Record<string, unknown>>;
}
