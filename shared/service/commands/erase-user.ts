/**
 * Removes the data that identifies a user. One transaction changes the record, ends all sessions, deletes the password and starts the work that
 * removes the rest. Can be repeated, and then reports whether that has ended.
 */
import { users } from '../../accounts/api/users.ts';
import { erasedFields, isEnabledAdmin, isErased, requireAnotherAdmin } from '../../accounts/erased-user.ts';
import { credentialsKey } from '../../accounts/keys.ts';
import { lockAccess } from '../../accounts/sign-in/access.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { anotherAdmin } from '../erasure/another-admin.ts';
import { erasureKey, erasureOf } from '../erasure/erasure-work.ts';
import type { eraseUser } from '../erasure-commands.ts';

export const run = (async ({ 'user-id': id }, operation) => {
  await requireRecord(operation, users, id);
  const { ownerId, fields } = await erased(operation, id);
  const subject = { type: 'users', id } as const;
  const outcome = await operation.table.get(erasureKey(subject));
  // Its erasure was on another stage, from which it was moved.
  if (!outcome) await failedConditions(operation.table.commit([erasureOf(subject, ownerId, operation.now)]));
  return {
    'user-id': id,
    'organization-id': ownerId,
    'erased-at': fields['erased-at'],
    'finished-at': outcome?.['finishedAt'] ?? null,
    removed: outcome?.['removed'] ?? null,
  };
}) satisfies Run<typeof eraseUser>;

const erased = (operation: Operation, id: string) =>
  changeRecord(operation, { resource: users, id }, async (user, store) => {
    if (isErased(user)) return undefined;
    const other = isEnabledAdmin(user) ? await anotherAdmin(store, user) : undefined;
    requireAnotherAdmin(user, other);
    const { now } = operation;
    return {
      fields: erasedFields({ id, at: now.toISOString() }),
      writes: [
        lockAccess(id),
        { delete: credentialsKey(id) },
        erasureOf({ type: 'users', id }, user.ownerId, now),
      ],
    };
  });
