/** Promises to send events again whose delivery to an endpoint was given up, for owners and operators. */
import { randomUUID } from 'node:crypto';
import { retried } from '../../kit/records/decided.ts';
import { equal } from '../../kit/table/expressions.ts';
import type { Table } from '../../kit/table/table.ts';
import { writeIf } from '../../kit/work/claim.ts';
import { type Failure, failuresWithin } from './failures.ts';
import { joinedStretches, recoveryWork, type Stretch } from './recovery-work.ts';

/** The number of deliveries in one request. */
export const MAX_RECOVERED = 1000;

/** Further requests wait until the work is done. Requests of rising times need one stretch. */
const MAX_STRETCHES = 20;

interface Recovering {
  readonly endpointId: string;
  /** ISO 8601 in UTC with milliseconds, compared with when a delivery was given up. */
  readonly since: string;
  readonly limit: number;
}

interface Promised {
  /** The number of deliveries that this request has added to those that are sent again. */
  readonly resent: number;
  /** Whether there are others. */
  readonly more: boolean;
}

export function startRecovery(
  { table, now }: { readonly table: Table; readonly now: Date },
  recovering: Recovering,
): Promise<Promised> {
  const requestId = randomUUID();
  let written: Promised = { resent: 0, more: false };
  // Concurrent requests add to the same row.
  return retried(async () => {
    const { endpointId, since, limit } = recovering;
    const row = await table.get(recoveryWork.key(endpointId));
    const known = row && recoveryWork.read(row);
    // The response to the write was lost.
    if (known?.requestId === requestId) return written;
    const failures = await unpromised(table, { ...recovering, now }, known?.stretches ?? []);
    const promised = failures.slice(0, limit);
    const last = promised.at(-1);
    if (!last) return { resent: 0, more: false };
    const stretches = joinedStretches([...(known?.stretches ?? []), { from: since, upTo: last.key.sk }]);
    if (stretches.length > MAX_STRETCHES) return { resent: 0, more: true };
    written = { resent: promised.length, more: failures.length > limit };
    const revision = (known?.revision ?? 0) + 1;
    const write = known
      ? {
          update: recoveryWork.key(endpointId),
          with: Object.entries({ stretches, revision, requestId }).map(([set, to]) => ({ set, to })),
          condition: equal('revision', known.revision),
        }
      : recoveryWork.start({ endpointId, stretches, revision, requestId }, now);
    return (await writeIf(table, write)) ? written : 'again';
  });
}

/** @returns the oldest failures outside of the stretches, one more than the limit if there are others. */
async function unpromised(
  table: Table,
  { endpointId, since, limit, now }: Recovering & { readonly now: Date },
  stretches: readonly Stretch[],
): Promise<Failure[]> {
  const failures: Failure[] = [];
  let from = since;
  for (const each of [...stretches, undefined]) {
    if (each && each.upTo < from) continue;
    const upTo = each?.from;
    if (upTo === undefined || from < upTo)
      failures.push(
        ...(await failuresWithin(table, endpointId, {
          from,
          upTo,
          limit: limit + 1 - failures.length,
          now,
        })),
      );
    if (failures.length > limit) return failures;
    if (each) from = `${each.upTo} `;
  }
  return failures;
}
