/** Users and their organization. */
import { makeHandler } from '../../shared/handler.ts';
import { listAssignableRoles } from './list-assignable-roles.ts';
import { userHooks } from './user-hooks.ts';

export const handler = makeHandler('users', {
  actions: { users: { 'assignable-roles': listAssignableRoles } },
  hooks: { users: userHooks },
});
