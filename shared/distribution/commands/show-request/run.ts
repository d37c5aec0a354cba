/** Prints a distribution request with its decisions and deliveries. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { linkedRecords } from '../../../kit/records/linked-records.ts';
import { findRecord } from '../../../kit/records/store.ts';
import { problem } from '../../../kit/values/problems.ts';
import { readSettings } from '../../../platform/settings.ts';
import { deliveries } from '../../api/deliveries.ts';
import { distributionRequests } from '../../api/distribution-requests.ts';
import { reviewedRequest } from '../../review/reviewed-request.ts';
import { showRequest } from './declare.ts';

export const run = commandRun(showRequest, async ({ id }, operation) => {
  const request = await findRecord(operation, distributionRequests, id);
  if (!request) throw problem('unknown_record', `There is no distribution request ${id}.`);
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
});
