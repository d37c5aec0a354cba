/** show-request: prints a distribution request with its decisions and deliveries. */
import { deliveries } from '../../shared/distribution/api/deliveries.ts';
import { distributionRequests } from '../../shared/distribution/api/distribution-requests.ts';
import { fileWarnings } from '../../shared/distribution/review/file-warnings.ts';
import { linkedRecords } from '../../shared/kit/records/linked-records.ts';
import { findRecord } from '../../shared/kit/records/store.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import { readSettings } from '../../shared/platform/settings.ts';
import type { CommandHandler } from './operation.ts';

export const showRequest: CommandHandler<'show-request'> = async ({ id }, operation) => {
  const request = await findRecord(operation, distributionRequests, id);
  if (!request) throw problem('unknown_record', `There is no distribution request ${id}.`);
  const { fields } = request;
  const { records } = await linkedRecords(operation, request, {
    resource: deliveries,
    by: 'distribution-request',
  });
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
    warnings: await fileWarnings(operation, request, { allowedCidrs: readSettings().webhookAllowedCidrs }),
  };
};
