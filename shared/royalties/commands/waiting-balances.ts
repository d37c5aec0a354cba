/** Balances that are owed to users, for operators. */
import { users } from '../../accounts/api/users.ts';
import { whiteLabels } from '../../accounts/api/white-labels.ts';
import { usersOf } from '../../accounts/users-of.ts';
import type { Waiting, WaitingList } from '../../kit/commands/waiting.ts';
import { listPartitions, newestPage } from '../../kit/records/newest-page.ts';
import { findInOrder, type Store } from '../../kit/records/store.ts';
import { formatAmount, parseAmount } from '../../kit/values/money.ts';
import { readPaid, readRecentlyEarned } from '../read-royalties.ts';
import { firstUnpaid, summarize } from '../rules/royalties.ts';

/** In any currency. Less is not paid, such as what is left of exact sums after a payment. */
const LEAST = parseAmount('1') ?? 0n;
/** Read together. */
const ORGANIZATIONS = 20;
/** Looked through, the newest first. `list-balances` goes on. */
const MOST_ORGANIZATIONS = 200;

/** @returns isWhole false also if there are more organizations than were looked through. */
export async function waitingBalances(store: Store, limit: number): Promise<WaitingList> {
  const partitions = listPartitions(store, whiteLabels);
  const items: Waiting[] = [];
  let after: string | undefined;
  for (let read = 0; read < MOST_ORGANIZATIONS; read += ORGANIZATIONS) {
    const of = { partitions, limit: ORGANIZATIONS, after };
    const page: Awaited<ReturnType<typeof newestPage<typeof whiteLabels>>> = await newestPage(
      store,
      whiteLabels,
      of,
    );
    const found = await Promise.all(page.records.map(({ id, fields }) => owedIn(store, { id, ...fields })));
    items.push(...found.flat());
    const isMore = items.length > limit;
    if (page.after === null || isMore) return { items: items.slice(0, limit), isWhole: !isMore };
    after = page.after;
  }
  return { items, isWhole: false };
}

async function owedIn(store: Store, { id, name }: { id: string; name: string }): Promise<Waiting[]> {
  const owed = await Promise.all((await usersOf(store, id)).map((user) => owedTo(store, user)));
  const all = owed.flat();
  const found = await findInOrder(
    store,
    users,
    all.map(({ user }) => user),
  );
  return all.map(({ user, amount, currency, unpaid, last }, index) => ({
    what: 'balance owed',
    id: user,
    since: monthAfter(unpaid),
    about: `${amount} ${currency} to ${found[index]?.fields.email ?? user} of ${name}`,
    resolve: `pay-royalties ${user} --period ${last} --amount ${amount} --currency ${currency} --reference REFERENCE`,
  }));
}

/** Payments are read only of those who have earned. */
async function owedTo({ table }: Store, user: string) {
  const earned = await readRecentlyEarned(table, user);
  if (earned.length === 0) return [];
  const royalties = { earned, paid: await readPaid(table, user) };
  return summarize(royalties, {}).currencies.flatMap((currency) => {
    const summary = summarize(royalties, { currency });
    const [unpaid, last] = [firstUnpaid(summary), summary.history.findLast((each) => each.earned > 0n)];
    if (summary.balance < LEAST || unpaid === undefined || !last) return [];
    return [{ user, currency, amount: formatAmount(summary.balance), unpaid, last: last.period }];
  });
}

/** @param month YYYY-MM. @returns when it had ended, in UTC. */
const monthAfter = (month: string): string => {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 1)).toISOString();
};
