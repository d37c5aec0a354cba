/** Users and their organization. */
import { listAssignableRoles } from '../../shared/accounts/actions/list-assignable-roles.ts';
import { serveGroup } from '../../shared/service/serve-group.ts';

export const handler = serveGroup('users', {
  actions: { users: { 'assignable-roles': listAssignableRoles } },
});
