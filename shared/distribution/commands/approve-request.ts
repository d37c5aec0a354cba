/** Approves a distribution request as an operator. */
import type { Run } from '../../kit/commands/listed.ts';
import type { approveRequest } from '../commands.ts';
import { decideRequest } from '../review/request-decision.ts';
import { approvalWarnings } from '../rules/approval-warnings.ts';

export const run = (async ({ id, seen }, operation) => {
  const actor = `operator ${operation.actor}`;
  const { fields } = await decideRequest(operation, id, { on: 'approve', by: 'operator', actor, seen });
  return { id, status: fields.status, warnings: approvalWarnings(fields.decisions.at(-1)) };
}) satisfies Run<typeof approveRequest>;
