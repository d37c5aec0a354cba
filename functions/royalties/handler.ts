/** Royalties: earnings of the caller and payments to them. */
import { accountsDeclared } from '../../shared/accounts/declared.ts';
import { listPayments } from '../../shared/royalties/actions/list-payments.ts';
import { showSummary } from '../../shared/royalties/actions/show-summary.ts';
import { royaltiesShown } from '../../shared/royalties/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('royalties', {
  features: [accountsDeclared, royaltiesShown],
  actions: {
    'royalty-summaries': { summary: showSummary },
    'royalty-payments': { payments: listPayments },
  },
});
