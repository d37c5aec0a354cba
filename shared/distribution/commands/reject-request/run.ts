/** Rejects a distribution request as an operator. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { decideRequest } from '../../review/request-decision.ts';
import { rejectRequest } from './declare.ts';

export const run = commandRun(rejectRequest, async ({ id, reason }, operation) => {
  const actor = `operator ${operation.actor}`;
  const decision = { on: 'refuse', by: 'operator', actor, reason } as const;
  const { fields } = await decideRequest(operation, id, () => decision);
  return { id, status: fields.status };
});
