/** CPU of requests in this process, as a ratio to the SDK's GetItem. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { artists } from '../../shared/catalogue/api/artists.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { environment } from '../../shared/platform/settings.ts';

type Ask = (time: number) => Promise<unknown>;

export const TIMES = 300;
const BATCHES = 30;
/** Other work on the machine slows some batches, and speeds up none. */
const FASTEST = 3;

/** Both are sent in turn, because the speed of the machine changes during a run. */
export async function cpuRatio(ask: Ask, baseline: Ask): Promise<number> {
  const each = TIMES / BATCHES;
  const [asked, bare]: [number[], number[]] = [[], []];
  for (let batch = 0; batch < BATCHES; batch++) {
    bare.push(await cpuOf(each, baseline));
    asked.push(await cpuOf(each, (time) => ask(batch * each + time)));
  }
  return Math.round((10 * fastest(asked)) / fastest(bare)) / 10;
}

/** @returns microseconds. */
async function cpuOf(times: number, ask: Ask): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 1; time <= times; time++) await ask(time);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

const fastest = (batches: readonly number[]): number =>
  batches
    .toSorted((left, right) => left - right)
    .slice(0, FASTEST)
    .reduce((sum, each) => sum + each, 0);

/** A read of a record that does not exist. */
export function getItem(id: string): Ask {
  const client = new DynamoDBClient({});
  const { pk, sk } = recordKey(artists.type, id);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  return () => client.send(new GetItemCommand({ TableName: environment('TABLE_NAME'), Key }));
}
