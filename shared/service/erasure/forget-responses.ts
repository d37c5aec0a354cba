/** Stored responses to requests with an Idempotency-Key that have created a user who was erased. */
import { ownCreated } from '../../kit/http/idempotency.ts';
import { failedConditions } from '../../kit/table/commit.ts';
import { idempotencyKey } from '../../kit/table/keys.ts';
import type { Table } from '../../kit/table/table.ts';

/**
 * A repeated request then shows the user as it is, as if its first run had died.
 * @param creators the users of the organization. @returns the number of responses.
 */
export async function forgetResponses(
  table: Table,
  { creators, id }: { readonly creators: readonly string[]; readonly id: string },
): Promise<number> {
  let forgotten = 0;
  for (const creator of creators) {
    const rows = await table.query({ partition: idempotencyKey(creator, '').pk });
    const forgetting = rows.flatMap((row) => ownCreated(row, { type: 'users', id }));
    for (const write of forgetting) await failedConditions(table.commit([write]));
    forgotten += forgetting.length;
  }
  return forgotten;
}
