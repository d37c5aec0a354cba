/** Creates the template's tables in the engine. Later starts change them only as CloudFormation could. */
import * as v from 'valibot';
import { RejectedSetting } from '../../../infra/stages/rejected-setting.ts';
import { rejectedChanges } from '../../../infra/storage/table-changes.ts';
import type { Planned } from '../template/plan.ts';
import { type EngineCall, EngineError } from './engine-call.ts';

type PlannedTable = Planned<'AWS::DynamoDB::Table'>;

const keySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.string() }));

const descriptionSchema = v.object({
  Table: v.object({
    KeySchema: keySchema,
    LatestStreamArn: v.optional(v.string()),
    GlobalSecondaryIndexes: v.optional(
      v.array(
        v.object({
          IndexName: v.string(),
          KeySchema: keySchema,
          Projection: v.object({
            ProjectionType: v.string(),
            NonKeyAttributes: v.optional(v.array(v.string())),
          }),
        }),
      ),
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
 * @throws RejectedSetting when the table exists and a deployment could not change it to the one in the
 * template.
 */
export async function ensureTable(engine: EngineCall, planned: PlannedTable): Promise<LiveTable> {
  const { name, properties } = planned;
  const existing = await describe(engine, name);
  if (existing) await update(engine, planned, existing);
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

async function update(
  engine: EngineCall,
  { name, properties }: PlannedTable,
  existing: Description,
): Promise<void> {
  const reasons = rejectedChanges(existing, properties);
  if (reasons.length > 0) throw notUpdatable(name, reasons);
  const indexes = properties.GlobalSecondaryIndexes ?? [];
  const isAmong = (some: readonly { IndexName: string }[], one: { IndexName: string }) =>
    some.some(({ IndexName }) => IndexName === one.IndexName);
  const added = indexes.filter((index) => !isAmong(existing.GlobalSecondaryIndexes, index));
  const removed = existing.GlobalSecondaryIndexes.filter((index) => !isAmong(indexes, index));
  const updates = [
    ...removed.map(({ IndexName }) => ({ Delete: { IndexName } })),
    ...added.map((index) => ({ Create: index })),
  ];
  for (const each of updates) {
    await engine(dynamodb('UpdateTable'), {
      TableName: name,
      AttributeDefinitions: properties.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [each],
    });
  }
}

function notUpdatable(name: string, reasons: readonly string[]): RejectedSetting {
  return new RejectedSetting(
    `The table ${name} in this data directory cannot be changed to match the template, either here or on AWS. ` +
      `${reasons.join(' ')} Remove the directory, or set DATA_DIR to another one.`,
  );
}

async function expireBy(engine: EngineCall, name: string, attribute: string): Promise<void> {
  const described = await engine(dynamodb('DescribeTimeToLive'), { TableName: name });
  const { TimeToLiveDescription: current } = v.parse(timeToLiveSchema, described);
  if (current.TimeToLiveStatus === 'ENABLED' && current.AttributeName === attribute) return;
  await engine(dynamodb('UpdateTimeToLive'), {
    TableName: name,
    TimeToLiveSpecification: { AttributeName: attribute, Enabled: true },
  });
}
