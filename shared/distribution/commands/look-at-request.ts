/** Notes who looks at a request. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { endLooking, lookersNow, noteLooking } from '../review/lookers.ts';
import type { lookAtRequest } from '../review-commands.ts';
import { isOpen } from '../rules/distribution.ts';

export const run = (async ({ id, end }, operation) => {
  const { fields } = await requireRecord(operation, distributionRequests, id);
  const looker = { requestId: id, actor: operation.actor };
  if (end || !isOpen(fields.status)) await endLooking(operation, looker);
  else await noteLooking(operation, looker);
  const others = (await lookersNow(operation)).get(id) ?? [];
  return {
    id,
    others: others.filter((actor) => actor !== operation.actor).map((actor) => `operator ${actor}`),
  };
}) satisfies Run<typeof lookAtRequest>;
