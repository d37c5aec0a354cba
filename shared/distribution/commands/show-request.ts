/** Prints a distribution request with its decisions and deliveries. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { readSettings } from '../../platform/settings.ts';
import { deliveries } from '../api/deliveries.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import type { showRequest } from '../commands.ts';
import { reviewedRequest } from '../review/reviewed-request.ts';

export const run: Run<typeof showRequest> = async ({ id }, operation) => {
  const request = await requireRecord(operation, distributionRequests, id);
  const { fields } = request;
  const { records } = await linkedRecords(operation, request, {
    resource: deliveries,
    by: 'distribution-request',
  });
  const { webhookAllowedCidrs: allowedCidrs } = readSettings();
  return {
    id,
    type: fields['request-type'],
    status: fields.status,
    album: fields.album,
    date: fields.date,
    decisions: fields.decisions.map(({ decision, actor, at, reason }) => ({ at, decision, actor, reason })),
    deliveries: records.map((delivery) => ({
      id: delivery.id,
      dsp: delivery.fields.dsp,
      status: delivery.fields.status,
      report: delivery.fields.report,
      errors: delivery.fields.errors,
      'last-error': delivery.fields['last-error'],
    })),
    ...(await reviewedRequest(operation, request, { allowedCidrs })),
  };
};
