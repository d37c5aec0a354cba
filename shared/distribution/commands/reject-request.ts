/** Rejects a distribution request as an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import type { rejectRequest } from '../commands.ts';
import { decideRequest } from '../review/request-decision.ts';

export const run = (async ({ id, reason, seen }, operation) => {
  const actor = `operator ${operation.actor}`;
  const decision = { on: 'refuse', by: 'operator', actor, reason, seen } as const;
  const { fields } = await decideRequest(operation, id, decision);
  return { id, status: fields.status };
}) satisfies Run<typeof rejectRequest>;
