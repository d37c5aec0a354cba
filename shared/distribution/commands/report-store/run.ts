/** Records a store's report on a delivery. */
import { commandRun } from '../../../kit/commands/command-run.ts';
import { problem } from '../../../kit/values/problems.ts';
import { recordStatement } from '../../deliveries/record-statement.ts';
import { reportStore } from './declare.ts';

export const run = commandRun(reportStore, async (given, operation) => {
  const { 'delivery-id': id, outcome, reason = null } = given;
  if (outcome === 'completed' && reason !== null)
    throw problem('invalid_value', '--reason is only for rejected deliveries.');
  const { fields } = await recordStatement(operation, id, { outcome, reason });
  return { 'delivery-id': id, status: fields.status, report: fields.report };
});
