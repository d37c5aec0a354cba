/** Lists the payments to a user, newest first, with its balances. */
import { users } from '../../accounts/api/users.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { newestPage, ownerPartitions } from '../../kit/records/newest-page.ts';
import { unlessDamaged } from '../../kit/table/damaged-rows.ts';
import { royaltyPayments } from '../api/royalties.ts';
import type { listPayments } from '../commands.ts';
import { balancesOf } from './balances.ts';
import { shownPayment } from './shown-payment.ts';

export const run = (async ({ 'user-id': id, limit, after }, operation) => {
  const { fields } = await requireRecord(operation, users, id);
  const partitions = ownerPartitions(royaltyPayments, [id]);
  const [balances, page] = await Promise.all([
    unlessDamaged(operation.table, () => balancesOf(operation.table, id)),
    newestPage(operation, royaltyPayments, { partitions, limit, after }),
  ]);
  return {
    user: id,
    email: fields.email,
    // Null if a row of them cannot be read.
    balances: balances ?? null,
    items: page.records.map(shownPayment),
    after: page.after,
  };
}) satisfies Run<typeof listPayments>;
