/** CPU of requests in this process, and of the SDK's GetItem to compare it with. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { artists } from '../../shared/catalogue/api/artists.ts';
import { recordKey } from '../../shared/kit/table/keys.ts';
import { environment } from '../../shared/platform/settings.ts';

type Ask = (time: number) => Promise<unknown>;

export const TIMES = 300;

/** @returns microseconds for each request, of the fastest tenth. */
export async function cpuOf(ask: Ask): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const before = process.cpuUsage();
    for (let time = 1; time <= TIMES / 10; time++) await ask(batch * TIMES + time);
    const { user, system } = process.cpuUsage(before);
    batches.push((user + system) / (TIMES / 10));
  }
  return batches.toSorted((left, right) => left - right)[2] ?? Number.NaN;
}

/** A read of a record that does not exist. */
export function getItem(id: string): Ask {
  const client = new DynamoDBClient({});
  const { pk, sk } = recordKey(artists.type, id);
  const Key = { pk: { S: pk }, sk: { S: sk } };
  return () => client.send(new GetItemCommand({ TableName: environment('TABLE_NAME'), Key }));
}
