/** Royalties: earnings of owners, statements of them, and payments to them. */

import { royaltyPayments, royaltySummaries } from './api/royalties.ts';
import { royaltyStatements } from './api/royalty-statements.ts';
import { statementSource } from './statements/statement-source.ts';
import { summarySource } from './summary-source.ts';
import { royaltyPaymentsView } from './views/royalty-payments.ts';

export const types = [royaltySummaries, royaltyPayments, royaltyStatements] as const;
export const views = { 'royalty-payments': royaltyPaymentsView };
export const sources = { 'royalty-summaries': summarySource, 'royalty-statements': statementSource };
export { royaltyKeyRows as keys } from './keys.ts';
export { royaltyProblems as problems } from './problems.ts';
