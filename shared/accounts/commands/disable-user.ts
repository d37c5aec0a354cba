/** Disables a user, or enables it again, effective from the next request. */
import type { Run } from '../../kit/commands/listed.ts';
import { type Operation, requireRecord } from '../../kit/commands/operation.ts';
import { changeRecord } from '../../kit/records/store.ts';
import { users } from '../api/users.ts';
import type { disableUser } from '../commands.ts';
import { changeAccess } from '../sign-in/access.ts';

export const run: Run<typeof disableUser> = async ({ 'user-id': id, enable }, operation) => {
  const user = await changed(operation, id, !enable);
  return { 'user-id': id, email: user.fields.email, disabled: user.fields['is-disabled'] };
};

/** The record and the access row change together. */
async function changed(operation: Operation, id: string, isDisabled: boolean) {
  await requireRecord(operation, users, id);
  return changeRecord(operation, { resource: users, id }, ({ fields }) =>
    fields['is-disabled'] === isDisabled
      ? undefined
      : {
          fields: { 'is-disabled': isDisabled },
          writes: [changeAccess(id, { role: fields.role, isDisabled })],
        },
  );
}
