/** Royalties: earnings of the caller and payments to them. */
import { listPayments } from '../../shared/royalties/actions/list-payments.ts';
import { listStatements } from '../../shared/royalties/actions/list-statements.ts';
import { showSummary } from '../../shared/royalties/actions/show-summary.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('royalties', {
  actions: {
    'royalty-summaries': { summary: showSummary },
    'royalty-payments': { payments: listPayments },
    'royalty-statements': { statements: listStatements },
  },
});
