/** GET /auth/me: the signed-in user, in the snake_case of the authentication endpoints. */
import { type RequestState, required } from '../../kit/http/request-state.ts';
import type { ApiResponse } from '../../kit/http/response.ts';
import { findRecord } from '../../kit/records/store.ts';
import { problem } from '../../kit/values/problems.ts';
import { users } from '../api/users.ts';

export async function me({ table, caller }: RequestState): Promise<ApiResponse> {
  const record = await findRecord({ table }, users, required(caller).userId);
  if (!record) throw problem('not_authenticated', 'This account no longer exists.');
  const { id, fields } = record;
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
