/** Royalties: what the caller has earned and was paid. */
import { makeHandler } from '../../shared/handler.ts';
import { listPayments } from '../../shared/royalties/actions/list-payments.ts';
import { showSummary } from '../../shared/royalties/actions/show-summary.ts';

export const handler = makeHandler('royalties', {
  actions: {
    'royalty-summaries': { summary: showSummary },
    'royalty-payments': { payments: listPayments },
  },
});
