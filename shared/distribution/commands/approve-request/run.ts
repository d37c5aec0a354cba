/** Approves a distribution request as an operator. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { decideRequest } from '../../review/request-decision.ts';
import { approveRequest } from './declare.ts';

export const run = commandRun(approveRequest, async ({ id }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, () => ({ on: 'approve', by: 'operator', actor }));
  return { id, status: fields.status };
});
