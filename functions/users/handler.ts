/** Users and their organization. */
import { listAssignableRoles } from '../../shared/accounts/actions/list-assignable-roles.ts';
import { accountsShown } from '../../shared/accounts/shown.ts';
import { accountsWritten } from '../../shared/accounts/written.ts';
import { referenceShown } from '../../shared/reference/shown.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('users', {
  features: [referenceShown, accountsShown, accountsWritten],
  actions: { users: { 'assignable-roles': listAssignableRoles } },
});
