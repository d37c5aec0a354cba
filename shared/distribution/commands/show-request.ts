/** Prints a distribution request with its decisions and deliveries. */
import type { Run } from '../../kit/commands/listed.ts';
import { requireRecord } from '../../kit/commands/operation.ts';
import { linkedRecords } from '../../kit/records/linked-records.ts';
import { readSettings } from '../../platform/settings.ts';
import { deliveries } from '../api/deliveries.ts';
import { distributionRequests } from '../api/distribution-requests.ts';
import { codeWarnings } from '../codes/code-warnings.ts';
import type { showRequest } from '../commands.ts';
import { audioWarnings } from '../review/audio-warnings.ts';
import { soundWarnings } from '../review/compare-again.ts';
import { fileWarnings } from '../review/file-warnings.ts';
import { reviewedTracks } from '../review/reviewed-tracks.ts';

export const run: Run<typeof showRequest> = async ({ id }, operation) => {
  const request = await requireRecord(operation, distributionRequests, id);
  const { fields } = request;
  const { records } = await linkedRecords(operation, request, {
    resource: deliveries,
    by: 'distribution-request',
  });
  // Before the tracks are read, which show then that they are being analyzed.
  const sounds = await soundWarnings(operation, request);
  const tracks = await reviewedTracks(operation, request);
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
    tracks,
    warnings: [
      ...sounds,
      ...audioWarnings(tracks),
      ...(await codeWarnings(operation, request)),
      ...(await fileWarnings(operation, request, { allowedCidrs: readSettings().webhookAllowedCidrs })),
    ],
  };
};
