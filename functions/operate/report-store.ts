/** report-store: records what a store says of a delivery. */
import { recordReport } from '../../shared/distribution/deliveries/store-report.ts';
import { problem } from '../../shared/kit/values/problems.ts';
import type { CommandHandler } from './operation.ts';

export const reportStore: CommandHandler<'report-store'> = async (given, operation) => {
  const { 'delivery-id': id, outcome, reason = null } = given;
  if (outcome === 'completed' && reason !== null)
    throw problem('invalid_value', 'A delivery that was completed takes no reason.');
  const { fields } = await recordReport(operation, id, { outcome, reason });
  return { 'delivery-id': id, status: fields.status, report: fields.report };
};
