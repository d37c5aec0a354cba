/** set-capabilities: changes the capabilities of a user, effective from its next request. */
import type { AccessRow } from '../../shared/auth/access.ts';
import { problem } from '../../shared/domain/problems.ts';
import { attributesOf } from '../../shared/table/attributes.ts';
import { ConditionsFailed } from '../../shared/table/commit.ts';
import { equal } from '../../shared/table/expressions.ts';
import { accessKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import type { CommandHandler } from './operation.ts';
import { withSwitches } from './with-switches.ts';

const at = attributesOf<AccessRow>();

export const setCapabilities: CommandHandler<'set-capabilities'> = async (given, { table }) => {
  const userId = given['user-id'];
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const row = await table.get(accessKey(userId));
    if (!row) throw problem('unknown_record', `There is no user ${userId}.`);
    const before = row['capabilities'] as string[];
    const after = withSwitches(before, given);
    if (await replaced(table, userId, { before, after })) return { 'user-id': userId, capabilities: after };
  }
  throw problem('table_throttled', 'Other commands keep changing this user: try again.');
};

const TRIES = 5;

/** @returns false when the capabilities changed since they were read. */
async function replaced(
  table: Table,
  userId: string,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): Promise<boolean> {
  try {
    await table.commit([
      {
        update: accessKey(userId),
        with: [{ set: at('capabilities'), to: after }],
        condition: equal(at('capabilities'), before),
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionsFailed) return false;
    throw error;
  }
}
