/** Royalties: earnings of owners, and payments to them. */
import { royaltyPayments, royaltySummaries } from './api/royalties.ts';
import { summarySource } from './summary-source.ts';
import { royaltyPaymentsView } from './views/royalty-payments.ts';

export const types = [royaltySummaries, royaltyPayments] as const;
export const views = { 'royalty-payments': royaltyPaymentsView };
export const sources = { 'royalty-summaries': summarySource };
export { royaltyKeyRows as keys } from './keys.ts';
export { royaltyProblems as problems } from './problems.ts';
