/** Which release an operator has approved. Pure. */
import * as v from 'valibot';

const approvedRelease = v.object({
  /** Its version, without what only concerns audio (seen/release-version.ts). */
  release: v.string(),
  /** ISO 8601. */
  at: v.string(),
  /** The SHA-256 of the file of its cover; null if that was not read. None if an earlier version has read it and kept none. */
  cover: v.exactOptional(v.nullable(v.string())),
});

export type ApprovedRelease = v.InferOutput<typeof approvedRelease>;

/** @returns undefined for a decision that does not depend on what the release shows, such as an automatic one. */
export const approvedReleaseOf = (decision: object | undefined): ApprovedRelease | undefined =>
  v.is(approvedRelease, decision) ? decision : undefined;
