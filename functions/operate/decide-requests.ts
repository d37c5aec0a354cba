/** approve-request, reject-request and requeue-request: what QA decides. */
import { decideRequest } from '../../shared/distribution/review/request-decision.ts';
import type { CommandHandler } from './operation.ts';

const actorOf = (actor: string): string => `operator ${actor}`;

export const approveRequest: CommandHandler<'approve-request'> = async ({ id }, operation) => {
  const actor = actorOf(operation.actor);
  const { fields } = await decideRequest(operation, id, () => ({ on: 'approve', by: 'operator', actor }));
  return { id, status: fields.status };
};

export const rejectRequest: CommandHandler<'reject-request'> = async ({ id, reason }, operation) => {
  const actor = actorOf(operation.actor);
  const { fields } = await decideRequest(operation, id, () => ({
    on: 'refuse',
    by: 'operator',
    actor,
    reason,
  }));
  return { id, status: fields.status };
};

export const requeueRequest: CommandHandler<'requeue-request'> = async ({ id }, operation) => {
  const actor = actorOf(operation.actor);
  const { fields } = await decideRequest(operation, id, () => ({ on: 'requeue', by: 'operator', actor }));
  return { id, status: fields.status };
};
