/** Changes the capabilities of a user, effective from the next request. */

import type { ArgumentsOf, Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import type { Change } from '../../kit/records/changes.ts';
import { decided } from '../../kit/records/decided.ts';
import { changed, save } from '../../kit/records/store.ts';
import type { Write } from '../../kit/table/write.ts';
import { problem } from '../../kit/values/problems.ts';
import { users } from '../api/users.ts';
import { withSwitches } from '../capability-switches.ts';
import type { setCapabilities } from '../commands.ts';
import { accessKey } from '../keys.ts';
import { accessAttribute, readAccess } from '../sign-in/access.ts';

export const run = ((given, unread) =>
  decided(unread, async (operation) => {
    const userId = given['user-id'];
    const changes = await familyChanges(given, operation);
    const access = await readAccess(operation, accessKey(userId), ['capabilities']);
    if (!access) throw problem('unknown_record', `There is no user ${userId}.`);
    const capabilities = withSwitches(access.capabilities, given);
    const write: Write = {
      update: accessKey(userId),
      with: [{ set: accessAttribute('capabilities'), to: capabilities }],
    };
    const { is } = await save(operation, changes, [write]);
    return is === 'saved' ? { 'user-id': userId, capabilities } : 'again';
  })) satisfies Run<typeof setCapabilities>;

/** The allowed DSP families are stored in the record, where administrators see them. */
async function familyChanges(
  { 'user-id': id, streaming, fingerprint }: ArgumentsOf<typeof setCapabilities>,
  operation: Operation,
): Promise<Change[]> {
  if (streaming === undefined && fingerprint === undefined) return [];
  const before = await requireRecord(operation, users, id);
  const fields = {
    ...(streaming !== undefined && { 'streaming-dsp-allowed': streaming }),
    ...(fingerprint !== undefined && { 'fingerprint-dsp-allowed': fingerprint }),
  };
  return [{ resource: users, before, after: changed(operation, users, { before, fields }) }];
}
