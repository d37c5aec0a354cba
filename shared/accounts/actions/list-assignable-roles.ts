/** GET /users/assignable-roles: plain {slug, name} items, not resource objects (specification 2.2). */
import type { Context } from '../../kit/crud/context.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { jsonapi } from '../../kit/jsonapi/types.ts';
import { users } from '../api/users.ts';
import { assignableRoles } from '../rules/roles.ts';

export async function listAssignableRoles({ caller, request }: Context): Promise<ApiResponse> {
  readQuery(request.query, users, 'none');
  return { status: 200, document: { jsonapi, data: assignableRoles(caller.role) } };
}
