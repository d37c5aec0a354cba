/** GET /auth/me: the signed-in user, in the snake_case of the authentication endpoints. */
import { users } from '../../shared/api/users.ts';
import { problem } from '../../shared/domain/problems.ts';
import { type Exchange, found } from '../../shared/http/exchange.ts';
import type { Response } from '../../shared/http/response.ts';
import { findRecord } from '../../shared/records/store.ts';

export async function me({ table, caller }: Exchange): Promise<Response> {
  const record = await findRecord({ table }, users, found(caller).userId);
  if (!record) throw problem('not_authenticated', 'This account is gone.');
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
