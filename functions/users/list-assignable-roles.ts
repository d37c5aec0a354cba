/** GET /users/assignable-roles: plain {slug, name} items, which the specification defines outside JSON:API. */
import { users } from '../../shared/api/users.ts';
import { assignableRoles } from '../../shared/domain/roles.ts';
import type { Context } from '../../shared/kit/crud/context.ts';
import type { ApiResponse } from '../../shared/kit/http/response.ts';
import { readQuery } from '../../shared/kit/jsonapi/query.ts';
import { jsonapi } from '../../shared/kit/jsonapi/types.ts';

export async function listAssignableRoles({ caller, request }: Context): Promise<ApiResponse> {
  readQuery(request.query, users, 'none');
  return { status: 200, document: { jsonapi, data: assignableRoles(caller.role) } };
}
