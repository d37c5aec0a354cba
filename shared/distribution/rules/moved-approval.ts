/** What an export says of the approval of a pending delivery (deliveries/moved-approval.ts). Pure. */
import * as v from 'valibot';

export const movedApproval = v.object({
  /** What had changed since the approval, a sentence for the owner; null if the release was the approved one. */
  changed: v.nullable(v.string()),
  /** Whether the owner had replaced files of it. */
  hasOtherSounds: v.boolean(),
});

export type MovedApproval = v.InferOutput<typeof movedApproval>;
