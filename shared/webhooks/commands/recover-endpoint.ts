/** Makes the failed deliveries to an endpoint pending again. */
import type { Run } from '../../kit/commands/listed.ts';
import { isTimeUp, requireRecord } from '../../kit/commands/operation.ts';
import { problem } from '../../kit/values/problems.ts';
import { webhookEndpoints } from '../api/webhook-endpoints.ts';
import type { recoverEndpoint } from '../commands.ts';
import { recover } from '../deliveries/recover.ts';

const ALL = new Date(0).toISOString();

export const run: Run<typeof recoverEndpoint> = async ({ 'endpoint-id': id, since = ALL }, operation) => {
  const { table, now } = operation;
  const endpoint = await requireRecord(operation, webhookEndpoints, id);
  if (!endpoint.fields['is-active'])
    throw problem('webhook-endpoint-disabled', `The webhook endpoint ${id} is disabled.`);
  let resent = 0;
  for (;;) {
    const recovered = await recover({ table, now }, id, since);
    resent += recovered.resent;
    const isStuck = recovered.resent === 0;
    if (!recovered.more || isStuck || isTimeUp(operation))
      return { endpoint: id, resent, finished: !recovered.more, ...(recovered.more && { summary: AGAIN }) };
  }
};

const AGAIN = 'Others are left, or are being sent. Run the command again.';
