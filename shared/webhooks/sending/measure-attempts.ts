/** The metrics of attempts, and of accounts none of whose endpoints responds. */
import { writeLine } from '../../platform/log.ts';
import { writeMetrics } from '../../platform/metrics.ts';
import { readSettings } from '../../platform/settings.ts';
import { eventWork } from '../deliveries/event-round.ts';
import { readEndpoints } from '../deliveries/find-event.ts';
import { type Endpoint, endpointIdsOf } from '../endpoints/endpoint.ts';
import type { Attempted } from './round-steps.ts';
import type { Sending } from './sending.ts';

/** @param attempted attempts whose results are recorded. */
export function countAttempts(attempted: readonly Attempted[]): void {
  const count = (isMeant: (each: Attempted) => boolean) => attempted.filter(isMeant).length;
  const counts = {
    WebhooksDelivered: count(({ after }) => after.status === 'succeeded'),
    WebhooksFailed: count(({ after }) => after.status === 'failed'),
    WebhookAttemptsFailed: count(isFailed),
  };
  writeMetrics(eventWork.name, Object.fromEntries(Object.entries(counts).filter(([, value]) => value > 0)));
}

/** Attempts that a fault of the service prevented do not count. */
const isFailed = ({ result, after }: Attempted): boolean =>
  result !== undefined && after.status !== 'succeeded';

/** Reads further endpoints only if one of the attempts failed after a long series of failures. */
export async function reportUnreachable(
  ownerId: string,
  attempted: readonly Attempted[],
  { table, now }: Sending,
): Promise<void> {
  const failsLong = ({ fields }: Endpoint): boolean => {
    const since = fields['failing-since'];
    const { endpoints } = readSettings().lateAfterSeconds;
    return since !== null && now().getTime() - Date.parse(since) >= endpoints * 1000;
  };
  if (!attempted.some((each) => isFailed(each) && failsLong(each.endpoint))) return;
  const all = await readEndpoints(table, { ownerId, ids: await endpointIdsOf(table, ownerId) });
  const active = [...all.values()].filter(({ fields }) => fields['is-active']);
  if (active.length === 0 || !active.every(failsLong)) return;
  writeLine({ level: 'warn', message: 'account.unreachable', tenant: ownerId, endpoints: active.length });
  writeMetrics(eventWork.name, { AccountsUnreachable: 1 });
}
