/**
 * Erases an organization, or shows what that would remove. It is closed here: from then on, its users change nothing, and no
 * command does. The rest is done in the background.
 */
import { whiteLabels } from '../../accounts/api/white-labels.ts';
import { makeReadOnly } from '../../accounts/change-read-only.ts';
import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { unchangedCheck } from '../../kit/records/changes.ts';
import { retried } from '../../kit/records/decided.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { problem } from '../../kit/values/problems.ts';
import { erasureKey, erasureOf, erasureWork } from '../erasure/erasure-work.ts';
import { keptAccountsOf } from '../erasure/organization/kept-accounts.ts';
import { type Leaving, leavingOf } from '../erasure/organization/leaving.ts';
import { sentenceOf } from '../erasure/organization/obstacles.ts';
import type { eraseOrganization } from '../erasure-commands.ts';

type Given = ArgumentsOf<typeof eraseOrganization>;

export const run = (async (given, operation) => {
  const id = given['organization-id'];
  const earlier = await earlierErasure(operation, id);
  if (earlier) return earlier;
  const { fields } = await requireRecord(operation, whiteLabels, id);
  const leaving = await leavingOf(operation, id);
  if (given.check) {
    const stopped =
      (await operation.table.get(erasureKey({ type: 'white-labels', id })))?.['stopped'] ?? null;
    const known = { 'organization-id': id, name: fields.name, state: 'not started' };
    return { ...known, 'stopped-before': stopped, ...leaving };
  }
  requireConfirmed(given, fields.name);
  requireFree(given, leaving);
  const users = await start(operation, id);
  return { 'organization-id': id, state: 'started', users };
}) satisfies Run<typeof eraseOrganization>;

/** Two commands start it once. @returns the number of users, all of whom are read-only when it starts. */
const start = (operation: Operation, id: string): Promise<number> =>
  retried(async () => {
    const { organization, users } = await makeReadOnly(operation, id);
    const unchanged = unchangedCheck(organization);
    const work = erasureOf({ type: 'white-labels', id }, id, operation.now);
    const failed = await failedConditions(operation.table.commit([work, unchanged]));
    return failed?.has(unchanged) ? 'again' : users;
  });

/** @returns what is known of an erasure that has begun; undefined for one that was stopped, which can be started again. */
async function earlierErasure({ table }: Operation, id: string) {
  const subject = { type: 'white-labels', id } as const;
  const row = await table.get(erasureWork.key(`${subject.type}#${id}`));
  if (row) {
    const { phase, startedAt, removed } = erasureWork.read(row);
    return { 'organization-id': id, state: 'running', phase, 'started-at': startedAt, removed };
  }
  const outcome = await table.get(erasureKey(subject));
  // An organization that was restored from its export can be erased again.
  const isBack = await table.get({ pk: `${whiteLabels.type}#${id}`, sk: '#' });
  if (!outcome || isBack) return undefined;
  return {
    'organization-id': id,
    state: 'finished',
    'finished-at': outcome['finishedAt'],
    removed: outcome['removed'],
    accounts: await keptAccountsOf(table, id),
  };
}

/** @throws invalid_value */
function requireConfirmed({ confirm }: Given, name: string): void {
  if (confirm === name) return;
  throw problem('invalid_value', '--confirm must be the name of the organization, as --check shows it.');
}

/** @throws organization_in_distribution, organization_not_exported, organization_balance */
function requireFree(given: Given, { held, 'exported-at': exportedAt, owed }: Leaving): void {
  if (held.length > 0) throw problem('organization_in_distribution', sentenceOf(held));
  if (exportedAt === null && !given['without-export'])
    throw problem(
      'organization_not_exported',
      'The organization was never exported from this stage. Run export-organization first, or add --without-export.',
    );
  if (owed.length > 0 && !given['despite-balance']) {
    const sums = owed.map(({ user, balance, currency }) => `${balance} ${currency} to user ${user}`);
    const detail = `The stage owes ${sums.join(', ')}. Pay that first, or add --despite-balance.`;
    throw problem('organization_balance', detail);
  }
}
