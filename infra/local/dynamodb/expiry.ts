/** Deletes items whose time to live has passed: the engine stores the setting but does not act on it. */
import * as v from 'valibot';
import type { EngineCall } from './engine-call.ts';
import type { LiveTable } from './table.ts';

const pageSchema = v.object({
  Items: v.array(v.record(v.string(), v.unknown())),
  LastEvaluatedKey: v.optional(v.unknown()),
});

export async function deleteExpired(engine: EngineCall, table: LiveTable, now: number): Promise<void> {
  const { name: TableName, timeToLiveAttribute: attribute, keys } = table;
  if (!attribute) return;
  const condition = {
    ExpressionAttributeNames: { '#expires': attribute },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now / 1000)) } },
  };
  let ExclusiveStartKey: unknown;
  do {
    const scan = { TableName, FilterExpression: '#expires < :now', ...condition };
    const from = ExclusiveStartKey !== undefined && { ExclusiveStartKey };
    const page = v.parse(pageSchema, await engine('DynamoDB_20120810.Scan', { ...scan, ...from }));
    for (const item of page.Items) {
      const Key = Object.fromEntries(keys.map((key) => [key, item[key]]));
      // Conditional, because the item may have been extended since the scan.
      const deletion = { TableName, Key, ConditionExpression: '#expires < :now', ...condition };
      await engine('DynamoDB_20120810.DeleteItem', deletion).catch(() => {});
    }
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
}
