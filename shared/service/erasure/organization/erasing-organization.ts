/** An attempt to erase an organization. */
import type { Attempt } from '../../../kit/work/attempt.ts';
import type { Bucket } from '../../../platform/bucket/bucket.ts';
import type { Erasure } from '../erasure-work.ts';
import type { ForgetEvents, ForgetLetters } from '../forget-letters.ts';

export interface ErasingOrganization extends Attempt<Erasure> {
  readonly bucket: Bucket;
  /** Of accounts. */
  readonly keepYears: number;
  readonly forgetLetters: ForgetLetters;
  readonly forgetEvents: ForgetEvents;
}
