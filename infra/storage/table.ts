/** The single table, with the keys of shared/kit/table/keys.ts and the stream for events. */
import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { tableShape } from '../../shared/kit/table/keys.ts';
import type { StageConfig } from '../stages/stage-config.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

export function singleTable(scope: Construct, { isProduction }: StageConfig, key: IKey | undefined): Table {
  const table = new Table(scope, 'Table', {
    partitionKey: text(tableShape.partitionKey),
    sortKey: text(tableShape.sortKey),
    timeToLiveAttribute: tableShape.timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    ...(key && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }),
    deletionProtection: isProduction,
    removalPolicy: isProduction ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isProduction },
  });
  if (!isProduction) {
    Validations.of(table).acknowledge({
      id: 'AwsSolutions-DDB3',
      reason:
        'Only production (isProduction) needs point-in-time recovery. Other stages may lose their data.',
    });
  }
  for (const { name, partitionKey, sortKey, projects } of tableShape.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
      ...(projects.length > 0
        ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projects] }
        : { projectionType: ProjectionType.KEYS_ONLY }),
    });
  }
  return table;
}

export function streamArn({ tableStreamArn }: Table): string {
  if (!tableStreamArn) throw new Error('The table has no stream.');
  return tableStreamArn;
}
