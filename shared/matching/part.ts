/** Large albums are worked on in parts: one message for each, so that none takes long and no part is done twice for nothing. */

export const TRACKS_PER_PART = 50;

/** Part of the work of an album, done. */
export interface PartDone {
  /** The track after which the next part begins; null when no other part follows. */
  readonly next: string | null;
  /** What the log line says. */
  readonly line: Readonly<Record<string, unknown>>;
}
