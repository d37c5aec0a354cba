/** Queues a distribution request for review again, as an operator. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { decideRequest } from '../../review/request-decision.ts';
import { requeueRequest } from './declare.ts';

export const run = commandRun(requeueRequest, async ({ id }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, () => ({ on: 'requeue', by: 'operator', actor }));
  return { id, status: fields.status };
});
