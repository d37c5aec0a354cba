/** Records a store's report on a delivery. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import { awaitsNoMore } from '../awaiting/awaited.ts';
import type { reportStore } from '../commands.ts';
import { recordStatement } from '../deliveries/record-statement.ts';

export const run = (async (given, operation) => {
  const { 'delivery-id': id, outcome, reason = null } = given;
  if (outcome === 'completed' && reason !== null)
    throw problem('invalid_value', '--reason is only for rejected deliveries.');
  const { fields } = await recordStatement(operation, id, { outcome, reason }, (delivery) => [
    awaitsNoMore(delivery),
  ]);
  return { 'delivery-id': id, status: fields.status, report: fields.report };
}) satisfies Run<typeof reportStore>;
