/** The kinds of work that the stream starts. The rounds of webhook events are not: an event itself, from the bus, asks for its first. */
import { reportWork } from './analytics/report-work.ts';
import { validationWork } from './catalogue/masters/validation-work.ts';
import { storeWork } from './distribution/deliveries/store-work.ts';
import { reviewWork } from './distribution/review/review-work.ts';
import type { WorkKind } from './kit/work/kind.ts';
import { indexingWork } from './matching/release-indexing.ts';
import { matchingWork } from './matching/request-matching.ts';
import { usageWork } from './usage/usage-import.ts';

export const startedKinds: readonly WorkKind[] = [
  validationWork,
  storeWork,
  matchingWork,
  indexingWork,
  reviewWork,
  usageWork,
  reportWork,
];
