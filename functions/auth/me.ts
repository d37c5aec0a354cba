/** GET /auth/me: the signed-in user, in the snake_case of the authentication endpoints. */
import { problem } from '../../shared/domain/problems.ts';
import { type Exchange, found } from '../../shared/http/exchange.ts';
import type { Response } from '../../shared/http/response.ts';
import { recordKey } from '../../shared/table/keys.ts';
import { toRecord } from '../../shared/table/records.ts';

export async function me({ table, caller }: Exchange): Promise<Response> {
  const item = await table.get(recordKey('users', found(caller).userId));
  if (!item) throw problem('not_authenticated', 'This account is gone.');
  const { id, fields } = toRecord(item);
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
