/** People and their organization. */
import { makeHandler } from '../../shared/handler.ts';
import { listAssignableRoles } from './list-assignable-roles.ts';
import { prepareUser } from './prepare-user.ts';

export const handler = makeHandler(
  'users',
  { 'assignable-roles': listAssignableRoles },
  { users: { prepare: prepareUser } },
);
