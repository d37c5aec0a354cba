/** All kinds of work. */
import { validationWork } from '../catalogue/masters/validation-work.ts';
import { storeWork } from '../distribution/deliveries/store-work.ts';
import { reviewWork } from '../distribution/review/review-work.ts';
import { foldWork } from '../kit/records/fold-work.ts';
import type { WorkKind } from '../kit/work/kind.ts';
import { indexingWork } from '../matching/released/indexing-work.ts';
import { analysisWork } from '../matching/sound/analysis-work.ts';
import { soundIndexingWork } from '../matching/sound/sound-indexing-work.ts';
import { matchingWork } from '../matching/text/matching-work.ts';
import { usageWork } from '../usage/import/usage-import.ts';
import { reportWork } from '../usage/reports/report-work.ts';
import { eventWork } from '../webhooks/deliveries/event-round.ts';

/** Work that has separate rows. */
export const startedKinds = [
  validationWork,
  storeWork,
  matchingWork,
  indexingWork,
  soundIndexingWork,
  analysisWork,
  reviewWork,
  usageWork,
  reportWork,
  foldWork,
] as const satisfies readonly WorkKind[];

/** The stream starts all of it, except for first rounds of webhook events, which the event on the bus starts. */
export const kindsOfWork = [eventWork, ...startedKinds] as const satisfies readonly WorkKind[];
