/** The kinds of work that the stream starts. The rounds of webhook events are not: an event itself, from the bus, asks for its first. */
import { validationWork } from '../catalogue/masters/validation-work.ts';
import { storeWork } from '../distribution/deliveries/store-work.ts';
import { reviewWork } from '../distribution/review/review-work.ts';
import type { WorkKind } from '../kit/work/kind.ts';
import { indexingWork } from '../matching/release-indexing.ts';
import { matchingWork } from '../matching/request-matching.ts';
import { usageWork } from '../usage/import/usage-import.ts';
import { reportWork } from '../usage/reports/report-work.ts';

export const startedKinds: readonly WorkKind[] = [
  validationWork,
  storeWork,
  matchingWork,
  indexingWork,
  reviewWork,
  usageWork,
  reportWork,
];
