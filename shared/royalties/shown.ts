/** View of payments, and source of summaries. */
import type { Feature } from '../kit/crud/feature.ts';
import { royaltiesDeclared } from './declared.ts';
import { summarySource } from './summary-source.ts';
import { royaltyPaymentsView } from './views/royalty-payments.ts';

export const royaltiesShown: Feature = {
  ...royaltiesDeclared,
  views: { 'royalty-payments': royaltyPaymentsView },
  sources: { 'royalty-summaries': summarySource },
};
