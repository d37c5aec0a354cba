/** The kinds of work that the stream starts. The rounds of webhook events are not: an event itself, from the bus, asks for its first. */
import { reviewWork } from '../../shared/distribution/review-work.ts';
import { storeWork } from '../../shared/distribution/store-work.ts';
import { validationWork } from '../../shared/masters/validation-work.ts';
import { indexingWork } from '../../shared/matching/release-indexing.ts';
import { matchingWork } from '../../shared/matching/request-matching.ts';
import { usageWork } from '../../shared/usage/usage-import.ts';
import type { WorkKind } from '../../shared/work/kind.ts';

export const startedKinds: readonly WorkKind[] = [
  validationWork,
  storeWork,
  matchingWork,
  indexingWork,
  reviewWork,
  usageWork,
];
