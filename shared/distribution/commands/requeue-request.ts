/** Queues a distribution request for review again, as an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import type { requeueRequest } from '../commands.ts';
import { decideRequest } from '../review/request-decision.ts';

export const run = (async ({ id }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, { on: 'requeue', by: 'operator', actor });
  return { id, status: fields.status };
}) satisfies Run<typeof requeueRequest>;
