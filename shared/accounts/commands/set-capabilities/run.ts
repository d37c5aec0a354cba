/** set-capabilities: changes the capabilities of a user, effective from its next request. */

import { commandRun, type Given } from '../../../kit/commands/command-run.ts';
import type { Operation } from '../../../kit/commands/operation.ts';
import { changeRecord } from '../../../kit/records/store.ts';
import { attributesOf } from '../../../kit/table/attributes.ts';
import { ConditionsFailed } from '../../../kit/table/commit.ts';
import { equal } from '../../../kit/table/expressions.ts';
import type { Table } from '../../../kit/table/table.ts';
import { problem } from '../../../kit/values/problems.ts';
import { users } from '../../api/users.ts';
import { accessKey } from '../../keys.ts';
import type { AccessRow } from '../../sign-in/access.ts';
import { withSwitches } from '../capability-switches.ts';
import { setCapabilities } from './declare.ts';

const at = attributesOf<AccessRow>();

export const runSetCapabilities = commandRun(setCapabilities, async (given, operation) => {
  const { table } = operation;
  const userId = given['user-id'];
  await setFamilies(given, operation);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const row = await table.get(accessKey(userId));
    if (!row) throw problem('unknown_record', `There is no user ${userId}.`);
    const before = row['capabilities'] as string[];
    const after = withSwitches(before, given);
    if (await replaced(table, userId, { before, after })) return { 'user-id': userId, capabilities: after };
  }
  throw problem('table_throttled', 'Other commands keep changing this user: try again.');
});

/** Which families of DSPs the user may distribute to is kept on its record, where administrators see it. */
async function setFamilies(
  { 'user-id': id, streaming, fingerprint }: Given<typeof setCapabilities>,
  operation: Operation,
): Promise<void> {
  if (streaming === undefined && fingerprint === undefined) return;
  const fields = {
    ...(streaming !== undefined && { 'streaming-dsp-allowed': streaming }),
    ...(fingerprint !== undefined && { 'fingerprint-dsp-allowed': fingerprint }),
  };
  await changeRecord(operation, { resource: users, id }, () => ({ fields }));
}

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
