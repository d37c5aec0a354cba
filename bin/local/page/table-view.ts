/** What the page shows of the table: due work, and the behavior of the stores. Read while someone looks. */
import { marshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { storeKey } from '../../../shared/distribution/keys.ts';
import { DEFAULT_BEHAVIOR } from '../../../shared/distribution/stores/store-behaviors.ts';
import { fromWire, type Item } from '../../../shared/kit/table/item.ts';
import type { tableShape } from '../../../shared/kit/table/keys.ts';
import { dueShards } from '../../../shared/kit/work/due.ts';
import { dspData } from '../../../shared/reference/data/dsps.ts';
import type { EngineCall } from '../dynamodb/engine-call.ts';
import type { Plan } from '../template/plan.ts';
import { keyText } from './row-changes.ts';

const DUE_INDEX = 'by-due-time' satisfies (typeof tableShape.indexes)[number]['name'];
const MAX_DUE = 25;

interface DueWork {
  readonly kind: string;
  readonly key: string;
  readonly attempts: number;
  readonly at: string;
  readonly claimedUntil: string | null;
}

export interface TableView {
  readonly due: readonly DueWork[];
  /** Whether there is more due work than is shown. */
  readonly hasMoreDue: boolean;
  readonly stores: readonly {
    readonly id: string;
    readonly name: string;
    readonly isActive: boolean;
    readonly behavior: string;
    readonly isDefault: boolean;
  }[];
}

const nothing: TableView = { due: [], hasMoreDue: false, stores: [] };

const queryResult = v.object({
  Items: v.array(v.record(v.string(), v.any())),
  LastEvaluatedKey: v.optional(v.unknown()),
});
const batchResult = v.object({ Responses: v.record(v.string(), v.array(v.record(v.string(), v.any()))) });

/** @returns a function that reads the table; it finds nothing if the stage has another table. */
export function tableReader(plan: Plan, call: EngineCall): () => Promise<TableView> {
  const table = plan
    .ofType('AWS::DynamoDB::Table')
    .find(({ properties }) =>
      properties.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === DUE_INDEX),
    )?.name;
  if (table === undefined) return async () => nothing;
  return async () => {
    const [due, stores] = await Promise.all([readDue(call, table), readStores(call, table)]);
    return { ...due, stores };
  };
}

async function readDue(call: EngineCall, table: string): Promise<Pick<TableView, 'due' | 'hasMoreDue'>> {
  const pages = await Promise.all(
    dueShards.map(async (shard) =>
      v.parse(
        queryResult,
        await call('DynamoDB_20120810.Query', {
          TableName: table,
          IndexName: DUE_INDEX,
          KeyConditionExpression: 'dueShard = :shard',
          ExpressionAttributeValues: marshall({ ':shard': shard }),
          Limit: MAX_DUE,
        }),
      ),
    ),
  );
  const dueAt = (row: Item) => String(row['dueAt']);
  const entries = pages.flatMap(({ Items }) => Items.map(fromWire));
  const first = entries.toSorted((one, other) => (dueAt(one) < dueAt(other) ? -1 : 1)).slice(0, MAX_DUE);
  const rows = await getRows(call, table, first);
  return {
    due: first.flatMap((entry) => {
      const row = rows.get(keyText(entry));
      return row ? [dueWork(row)] : [];
    }),
    hasMoreDue:
      entries.length > MAX_DUE || pages.some(({ LastEvaluatedKey }) => LastEvaluatedKey !== undefined),
  };
}

const dueWork = (row: Item): DueWork => ({
  kind: String(row['dueKind']),
  key: keyText(row),
  attempts: Number(row['position']),
  at: String(row['nextAttemptAt']),
  claimedUntil: typeof row['claimedUntil'] === 'string' ? row['claimedUntil'] : null,
});

async function readStores(call: EngineCall, table: string): Promise<TableView['stores']> {
  const dsps = dspData.rows();
  const rows = await getRows(
    call,
    table,
    dsps.map(({ id }) => ({ ...storeKey(id) })),
  );
  return dsps.map((dsp) => {
    const behavior = rows.get(keyText(storeKey(dsp.id)))?.['behavior'];
    return {
      id: dsp.id,
      name: dsp.name,
      isActive: dsp['is-active'],
      behavior: String(behavior ?? DEFAULT_BEHAVIOR),
      isDefault: behavior === undefined,
    };
  });
}

/** @returns the rows by their keys, without what clients wrote. */
async function getRows(call: EngineCall, table: string, keys: readonly Item[]): Promise<Map<string, Item>> {
  if (keys.length === 0) return new Map();
  const { Responses } = v.parse(
    batchResult,
    await call('DynamoDB_20120810.BatchGetItem', {
      RequestItems: {
        [table]: {
          Keys: keys.map(({ pk, sk }) => marshall({ pk, sk })),
          ConsistentRead: true,
          ProjectionExpression: 'pk, sk, dueKind, #position, nextAttemptAt, claimedUntil, behavior',
          ExpressionAttributeNames: { '#position': 'position' },
        },
      },
    }),
  );
  return new Map((Responses[table] ?? []).map(fromWire).map((row) => [keyText(row), row]));
}
