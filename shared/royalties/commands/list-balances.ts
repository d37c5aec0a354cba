/** Lists the balances of users, organization by organization. */
import { users } from '../../accounts/api/users.ts';
import { whiteLabels } from '../../accounts/api/white-labels.ts';
import { usersOf } from '../../accounts/users-of.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, type Operation } from '../../kit/commands/operation.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { findInOrder } from '../../kit/records/store.ts';
import { unlessDamaged } from '../../kit/table/damaged-rows.ts';
import type { listBalances } from '../commands.ts';
import { balancesOf } from './balances.ts';

/** A page has the balances of this many organizations, or fewer if they have many users. */
const ORGANIZATIONS = 20;

export const run = (async ({ organization, after: given }, operation) => {
  if (organization !== undefined)
    return { items: await ofOrganization(operation, { id: organization }), after: null };
  const partitions = listPartitions(operation, whiteLabels);
  const page = await newestPage(operation, whiteLabels, { partitions, limit: ORGANIZATIONS, after: given });
  const items = [];
  let { after } = page;
  for (const { id, fields } of page.records) {
    items.push(...(await ofOrganization(operation, { id, name: fields.name })));
    if (!isTimeUp(operation)) continue;
    after = id === page.records.at(-1)?.id ? page.after : id;
    break;
  }
  return { items, after };
}) satisfies Run<typeof listBalances>;

async function ofOrganization(operation: Operation, { id, name }: { id: string; name?: string }) {
  const found = await findInOrder(operation, users, await usersOf(operation, id));
  // A payment that cannot be read would make a balance too high.
  const balances = await Promise.all(
    found.map((user) => unlessDamaged(operation.table, () => balancesOf(operation.table, user.id))),
  );
  return found.flatMap((user, index) =>
    (balances[index] ?? []).map((balance) => ({
      ...(name !== undefined && { 'organization-name': name }),
      organization: id,
      user: user.id,
      email: user.fields.email,
      ...balance,
    })),
  );
}
