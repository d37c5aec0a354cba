/** Disables a user with its webhook endpoints, or enables the user again, effective from the next request. */
import { users } from '../../accounts/api/users.ts';
import { requireUnerased } from '../../accounts/erased-user.ts';
import { changeAccess } from '../../accounts/sign-in/access.ts';
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { disableEndpointsOf } from '../../webhooks/endpoints/endpoints-of-user.ts';
import type { disableUser } from '../commands.ts';

export const run = (async ({ 'user-id': id, enable }, operation) => {
  const found = await requireRecord(operation, users, id);
  requireUnerased(found);
  const { fields } = found;
  // Those of a user whom an earlier version has disabled can still be active.
  if (enable && fields['is-disabled']) await disableEndpointsOf(operation, id);
  const user = await changed(operation, id, !enable);
  // Repeated as well, in case that this was interrupted before.
  if (!enable) await disableEndpointsOf(operation, id);
  return { 'user-id': id, email: user.fields.email, disabled: user.fields['is-disabled'] };
}) satisfies Run<typeof disableUser>;

/** The record and the access row change together. */
const changed = (operation: Operation, id: string, isDisabled: boolean) =>
  changeRecord(operation, { resource: users, id }, (user) => {
    requireUnerased(user);
    const { role, 'is-disabled': wasDisabled } = user.fields;
    if (wasDisabled === isDisabled) return undefined;
    return { fields: { 'is-disabled': isDisabled }, writes: [changeAccess(id, { role, isDisabled })] };
  });
