/** The resource types that the local stage supports, with their properties, and those it ignores. */
import * as v from 'valibot';
import { logLevels } from './log-levels.ts';

/** A property that has no effect here. Properties that are not listed are rejected. */
const ignored = v.optional(v.unknown());
const described = { Description: ignored, Tags: ignored };
const text = v.string();
const number = v.number();
const seconds = v.number();

const keySchema = v.array(v.strictObject({ AttributeName: text, KeyType: v.picklist(['HASH', 'RANGE']) }));

const table = v.strictObject({
  TableName: v.optional(text),
  KeySchema: keySchema,
  AttributeDefinitions: v.array(v.strictObject({ AttributeName: text, AttributeType: text })),
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.strictObject({
        IndexName: text,
        KeySchema: keySchema,
        Projection: v.strictObject({ ProjectionType: text, NonKeyAttributes: v.optional(v.array(text)) }),
      }),
    ),
  ),
  BillingMode: v.literal('PAY_PER_REQUEST'),
  StreamSpecification: v.optional(v.strictObject({ StreamViewType: text })),
  TimeToLiveSpecification: v.optional(v.strictObject({ AttributeName: text, Enabled: v.boolean() })),
  DeletionProtectionEnabled: ignored,
  PointInTimeRecoverySpecification: ignored,
  Tags: ignored,
});

const lambdaFunction = v.strictObject({
  ...described,
  FunctionName: v.optional(text),
  Code: v.strictObject({ S3Bucket: ignored, S3Key: text }),
  Handler: text,
  Runtime: v.pipe(text, v.startsWith('nodejs')),
  Environment: v.optional(v.strictObject({ Variables: v.record(text, text) }), { Variables: {} }),
  MemorySize: v.optional(number, 128),
  Timeout: v.optional(seconds, 3),
  ReservedConcurrentExecutions: v.optional(number),
  Architectures: ignored,
  EphemeralStorage: ignored,
  Role: ignored,
  LoggingConfig: v.optional(
    v.strictObject({
      LogFormat: v.optional(v.picklist(['Text', 'JSON']), 'Text'),
      ApplicationLogLevel: v.optional(v.picklist(logLevels), 'INFO'),
      SystemLogLevel: ignored,
      LogGroup: ignored,
    }),
    {},
  ),
  TracingConfig: ignored,
});

const permission = v.strictObject({
  Action: v.literal('lambda:InvokeFunction'),
  FunctionName: text,
  Principal: text,
  SourceArn: v.optional(text, '*'),
});

/** Lambda's defaults: two retries within six hours. */
const eventInvokeConfig = v.strictObject({
  FunctionName: text,
  Qualifier: v.literal('$LATEST'),
  MaximumRetryAttempts: v.optional(number, 2),
  MaximumEventAgeInSeconds: v.optional(seconds, 21_600),
});

const eventSourceMapping = v.strictObject({
  EventSourceArn: text,
  FunctionName: text,
  BatchSize: v.optional(number),
  FilterCriteria: v.optional(v.strictObject({ Filters: v.array(v.strictObject({ Pattern: text })) })),
  FunctionResponseTypes: v.optional(v.array(v.literal('ReportBatchItemFailures'))),
  // For streams.
  StartingPosition: v.optional(v.literal('TRIM_HORIZON')),
  MaximumRetryAttempts: v.optional(number, -1),
  BisectBatchOnFunctionError: v.optional(v.boolean(), false),
  DestinationConfig: v.optional(v.strictObject({ OnFailure: v.strictObject({ Destination: text }) })),
  // A maximum of parallel batches. One at a time is within it.
  ParallelizationFactor: ignored,
  // For queues.
  ScalingConfig: v.optional(v.strictObject({ MaximumConcurrency: number })),
  Tags: ignored,
});

const queue = v.strictObject({
  QueueName: v.optional(text),
  VisibilityTimeout: v.optional(seconds, 30),
  DelaySeconds: v.optional(seconds, 0),
  MessageRetentionPeriod: v.optional(seconds, 345_600),
  MaximumMessageSize: v.optional(number, 1_048_576),
  ReceiveMessageWaitTimeSeconds: v.optional(seconds, 0),
  RedrivePolicy: v.optional(
    v.strictObject({
      deadLetterTargetArn: text,
      maxReceiveCount: v.pipe(v.unknown(), v.transform(Number), number),
    }),
  ),
  SqsManagedSseEnabled: ignored,
  Tags: ignored,
});

const rule = v.strictObject({
  ...described,
  Name: v.optional(text),
  EventBusName: v.optional(text, 'default'),
  EventPattern: v.optional(v.record(text, v.unknown())),
  ScheduleExpression: v.optional(text),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  Targets: v.optional(
    v.array(
      v.strictObject({
        Id: text,
        Arn: text,
        Input: v.optional(text),
        DeadLetterConfig: v.optional(v.strictObject({ Arn: text })),
        SqsParameters: v.optional(v.strictObject({ MessageGroupId: text })),
        // Delivery within one process succeeds immediately or never.
        RetryPolicy: ignored,
        RoleArn: ignored,
      }),
    ),
    [],
  ),
});

const secret = v.strictObject({
  ...described,
  Name: v.optional(text),
  GenerateSecretString: v.strictObject({
    PasswordLength: number,
    ExcludePunctuation: v.literal(true),
  }),
});

const bucket = v.strictObject({
  BucketName: v.optional(text),
  BucketEncryption: ignored,
  PublicAccessBlockConfiguration: ignored,
  OwnershipControls: ignored,
  // Each start of the stage removes unfinished uploads.
  LifecycleConfiguration: v.optional(
    v.strictObject({
      Rules: v.array(
        v.strictObject({
          Status: v.literal('Enabled'),
          AbortIncompleteMultipartUpload: v.optional(v.strictObject({ DaysAfterInitiation: number })),
          // Objects of the local stage stay when they expire. Links to them are no longer shown.
          ExpirationInDays: ignored,
          Prefix: ignored,
        }),
      ),
    }),
  ),
  Tags: ignored,
});

/** The OpenAPI document of the routes. Its other members, such as CORS, are rejected. */
const api = v.strictObject({
  Body: v.strictObject({
    openapi: ignored,
    info: ignored,
    tags: ignored,
    servers: v.optional(
      v.array(
        v.strictObject({
          'x-amazon-apigateway-endpoint-configuration': v.strictObject({
            disableExecuteApiEndpoint: v.literal(false),
          }),
        }),
      ),
    ),
    paths: v.record(
      text,
      v.strictObject({
        'x-amazon-apigateway-any-method': v.strictObject({
          isDefaultRoute: v.optional(v.literal(true)),
          parameters: ignored,
          responses: ignored,
          'x-amazon-apigateway-integration': v.strictObject({ $ref: text }),
        }),
      }),
    ),
    components: v.strictObject({
      'x-amazon-apigateway-integrations': v.record(
        text,
        v.strictObject({
          type: v.literal('aws_proxy'),
          httpMethod: v.literal('POST'),
          uri: text,
          payloadFormatVersion: v.literal('2.0'),
          connectionType: v.optional(v.literal('INTERNET')),
          timeoutInMillis: v.optional(number, 30_000),
        }),
      ),
    }),
  }),
});

/** Supported. */
export const resourceTypes = {
  'AWS::DynamoDB::Table': table,
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::Permission': permission,
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
  'AWS::Lambda::EventSourceMapping': eventSourceMapping,
  'AWS::SQS::Queue': queue,
  'AWS::Events::EventBus': v.strictObject({ ...described, Name: text }),
  'AWS::Events::Rule': rule,
  'AWS::SecretsManager::Secret': secret,
  'AWS::S3::Bucket': bucket,
  'AWS::ApiGatewayV2::Api': api,
  'AWS::ApiGatewayV2::Stage': v.strictObject({
    ...described,
    ApiId: text,
    StageName: v.literal('$default'),
    AutoDeploy: ignored,
    AccessLogSettings: ignored,
  }),
} as const;

export type ResourceType = keyof typeof resourceTypes;
export type Properties<T extends ResourceType> = v.InferOutput<(typeof resourceTypes)[T]>;

/** Ignored: roles, logs and alarms have no effect on one machine. */
export const ignoredTypes: ReadonlySet<string> = new Set([
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Logs::LogGroup',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
]);
