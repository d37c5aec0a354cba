/** Who looks at undecided requests, so that two reviewers do not do the same work. Nothing depends on it. */
import type { Store } from '../../kit/records/store.ts';
import { tableShape } from '../../kit/table/keys.ts';
import { LOOKING, lookingKey } from '../keys.ts';

/** A reviewer who is still looking renews it before that. */
const SHOWN_SECONDS = 120;

interface Looker {
  readonly requestId: string;
  readonly actor: string;
}

const secondsOf = (now: Date): number => Math.floor(now.getTime() / 1000);

export async function noteLooking({ table, now }: Store, { requestId, actor }: Looker): Promise<void> {
  await table.commit([
    {
      put: {
        ...lookingKey(requestId, actor),
        request: requestId,
        actor,
        [tableShape.timeToLive]: secondsOf(now) + SHOWN_SECONDS,
      },
    },
  ]);
}

export async function endLooking({ table }: Store, { requestId, actor }: Looker): Promise<void> {
  await table.commit([{ delete: lookingKey(requestId, actor) }]);
}

/** @returns those who renewed it recently, by the ids of the requests. Rows can remain after they have expired. */
export async function lookersNow({ table, now }: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await table.query({ partition: LOOKING, isEventual: true });
  const current = rows.filter((row) => Number(row[tableShape.timeToLive]) > secondsOf(now));
  const byRequest = Map.groupBy(current, (row) => String(row['request']));
  return new Map(
    Array.from(byRequest, ([id, some]) => [id, some.map((row) => String(row['actor']))] as const),
  );
}
