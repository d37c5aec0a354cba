/** Approves a distribution request as an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import type { approveRequest } from '../commands.ts';
import { decideRequest } from '../review/request-decision.ts';

export const run: Run<typeof approveRequest> = async ({ id }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, { on: 'approve', by: 'operator', actor });
  return { id, status: fields.status };
};
