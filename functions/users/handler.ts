/** Users and their organization. */

import { listAssignableRoles } from '../../shared/accounts/actions/list-assignable-roles.ts';
import { userHooks } from '../../shared/accounts/hooks/user-hooks.ts';
import { makeHandler } from '../../shared/service/handler.ts';

export const handler = makeHandler('users', {
  actions: { users: { 'assignable-roles': listAssignableRoles } },
  hooks: { users: userHooks },
});
