/** GET /auth/me: the signed-in user, in the snake_case of the authentication endpoints. */
import type { RequestState } from '../../kit/http/request-state.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { required } from '../../kit/values/required.ts';
import { ownRecord } from '../own-record.ts';

export async function me({ table, caller }: RequestState): Promise<ApiResponse> {
  const { id, fields } = await ownRecord({ table }, required(caller, 'The route needs a caller.'));
  const { name, email } = fields;
  const user = {
    id: Number(id),
    name,
    email,
    created_at: fields['created-at'],
    updated_at: fields['updated-at'],
  };
  return { status: 200, document: { user } };
}
