/** Every kind of work whose rows are in the due index. */
import { reviewWork } from '../../shared/distribution/review-work.ts';
import { storeWork } from '../../shared/distribution/store-work.ts';
import { validationWork } from '../../shared/masters/validation-work.ts';
import { indexingWork } from '../../shared/matching/release-indexing.ts';
import { matchingWork } from '../../shared/matching/request-matching.ts';
import { usageWork } from '../../shared/usage/usage-import.ts';
import { eventWork } from '../../shared/webhooks/deliveries/event-round.ts';
import type { WorkKind } from '../../shared/work/kind.ts';

export const kinds: readonly WorkKind[] = [
  eventWork,
  validationWork,
  storeWork,
  matchingWork,
  indexingWork,
  reviewWork,
  usageWork,
];
