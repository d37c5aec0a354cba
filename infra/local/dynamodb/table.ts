/** Creates the template's tables in the engine. Later starts only add indexes that the template has gained. */
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { RefusedSetting } from '../../refused-setting.ts';
import type { Planned } from '../template/plan.ts';
import { type EngineCall, EngineError } from './engine-call.ts';

type PlannedTable = Planned<'AWS::DynamoDB::Table'>;

const descriptionSchema = v.object({
  Table: v.object({
    KeySchema: v.unknown(),
    LatestStreamArn: v.optional(v.string()),
    GlobalSecondaryIndexes: v.optional(
      v.array(v.object({ IndexName: v.string(), KeySchema: v.unknown(), Projection: v.unknown() })),
      [],
    ),
  }),
});

const timeToLiveSchema = v.object({
  TimeToLiveDescription: v.object({ TimeToLiveStatus: v.string(), AttributeName: v.optional(v.string()) }),
});

export interface LiveTable {
  readonly name: string;
  /** The ARN in the template, which functions and mappings use. */
  readonly streamArn: string;
  /** The engine's own ARN of the same stream. */
  readonly engineStreamArn?: string;
  readonly timeToLiveAttribute?: string;
  /** Names of the key attributes. */
  readonly keys: readonly string[];
}

const dynamodb = (operation: string) => `DynamoDB_20120810.${operation}`;

/**
 * Creates the table, or updates it.
 * @throws RefusedSetting when the table exists with other keys.
 */
export async function ensureTable(engine: EngineCall, planned: PlannedTable): Promise<LiveTable> {
  const { name, properties } = planned;
  const existing = await describe(engine, name);
  if (existing) await addIndexes(engine, planned, existing);
  else await create(engine, planned);
  const timeToLive = properties.TimeToLiveSpecification;
  if (timeToLive?.Enabled) await expireBy(engine, name, timeToLive.AttributeName);
  const engineStreamArn = (await describe(engine, name))?.LatestStreamArn;
  return {
    name,
    streamArn: `${planned.arn}/stream/local`,
    keys: properties.KeySchema.map(({ AttributeName }) => AttributeName),
    ...(engineStreamArn && { engineStreamArn }),
    ...(timeToLive?.Enabled && { timeToLiveAttribute: timeToLive.AttributeName }),
  };
}

type Description = v.InferOutput<typeof descriptionSchema>['Table'];

async function describe(engine: EngineCall, name: string): Promise<Description | undefined> {
  try {
    return v.parse(descriptionSchema, await engine(dynamodb('DescribeTable'), { TableName: name })).Table;
  } catch (error) {
    if (error instanceof EngineError && error.type === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function create(engine: EngineCall, { name, properties }: PlannedTable): Promise<void> {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode } = properties;
  const stream = properties.StreamSpecification;
  await engine(dynamodb('CreateTable'), {
    TableName: name,
    KeySchema,
    AttributeDefinitions,
    BillingMode,
    ...(GlobalSecondaryIndexes && { GlobalSecondaryIndexes }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, ...stream } }),
  });
}

async function addIndexes(engine: EngineCall, planned: PlannedTable, existing: Description): Promise<void> {
  const { name, properties } = planned;
  if (!isDeepStrictEqual(existing.KeySchema, properties.KeySchema)) throw otherKeys(name);
  for (const index of properties.GlobalSecondaryIndexes ?? []) {
    const found = existing.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.IndexName);
    if (found && !isDeepStrictEqual(found.KeySchema, index.KeySchema)) throw otherKeys(name);
    if (found) continue;
    await engine(dynamodb('UpdateTable'), {
      TableName: name,
      AttributeDefinitions: properties.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
  }
}

function otherKeys(name: string): RefusedSetting {
  return new RefusedSetting(
    `The table ${name} in this data directory has other keys than the template. Remove the directory, or set DATA_DIR to another one.`,
  );
}

async function expireBy(engine: EngineCall, name: string, attribute: string): Promise<void> {
  const { TimeToLiveDescription: current } = v.parse(
    timeToLiveSchema,
    await engine(dynamodb('DescribeTimeToLive'), { TableName: name }),
  );
  if (current.TimeToLiveStatus === 'ENABLED' && current.AttributeName === attribute) return;
  await engine(dynamodb('UpdateTimeToLive'), {
    TableName: name,
    TimeToLiveSpecification: { AttributeName: attribute, Enabled: true },
  });
}
