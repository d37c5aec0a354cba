/** POST /distribution-requests/{id}/preapprove and /reject: the owner's decision before QA. */
import { loadOwned } from '../../kit/crud/read/load.ts';
import { renderSingle } from '../../kit/crud/read/render.ts';
import type { ActionHandler } from '../../kit/group-handler.ts';
import { readQuery } from '../../kit/jsonapi/query.ts';
import { problem } from '../../kit/values/problems.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { decideRequest } from '../review/request-decision.ts';

const decision =
  (on: 'preapprove' | 'reject'): ActionHandler =>
  async (context, id) => {
    const shape = readQuery(context.request.query, distributionRequests, 'single');
    const { fields } = await loadOwned(context, distributionRequests, id);
    const { capabilities, userId } = context.caller;
    if (!capabilities.has('preapproval'))
      throw problem('preapproval_not_allowed', 'Your account cannot preapprove or reject requests.');
    if (fields.album === null)
      throw problem('distribution_request_not_preapproved', 'The album of the request was deleted.');
    const record = await decideRequest(context, id, { on, by: 'owner', actor: `user ${userId}` });
    return renderSingle(context, { record, shape });
  };

export const preapprove = decision('preapprove');
export const reject = decision('reject');
