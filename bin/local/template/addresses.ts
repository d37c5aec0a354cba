/** The physical names, ARNs and URLs of resources: the values of `Ref` and `Fn::GetAtt`. */
import { required } from '../../../shared/kit/values/required.ts';
import type { Template } from './assembly.ts';
import { type Addresses, resolve } from './intrinsics.ts';

export const region = 'us-east-1';
export const account = '000000000000';

/** The addresses this run of the stage listens on. */
export interface Endpoints {
  readonly apiUrl: string;
  readonly awsUrl: string;
}

interface Names {
  readonly Ref: string;
  readonly [attribute: string]: string;
}

export const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

const namesOf: Readonly<Record<string, (name: string, at: Endpoints) => Names>> = {
  'AWS::DynamoDB::Table': (name) => {
    const table = arnOf('dynamodb', `table/${name}`);
    return { Ref: name, Arn: table, StreamArn: `${table}/stream/local` };
  },
  'AWS::Lambda::Function': (name) => ({ Ref: name, Arn: arnOf('lambda', `function:${name}`) }),
  'AWS::SQS::Queue': (name, { awsUrl }) => {
    const url = `${awsUrl}/${account}/${name}`;
    return { Ref: url, Arn: arnOf('sqs', name), QueueName: name, QueueUrl: url };
  },
  'AWS::Events::EventBus': (name) => ({ Ref: name, Name: name, Arn: arnOf('events', `event-bus/${name}`) }),
  'AWS::Events::Rule': (name) => ({ Ref: name, Arn: arnOf('events', `rule/${name}`) }),
  'AWS::SecretsManager::Secret': (name) => {
    const secret = arnOf('secretsmanager', `secret:${name}-LocalS`);
    return { Ref: secret, Arn: secret, Id: secret };
  },
  'AWS::S3::Bucket': (name) => ({ Ref: name, Arn: `arn:aws:s3:::${name}` }),
  'AWS::ApiGatewayV2::Api': (name, { apiUrl }) => ({ Ref: name, ApiId: name, ApiEndpoint: apiUrl }),
};

/** The properties that set a physical name. Without one, CloudFormation generates a name. */
const nameProperties = ['TableName', 'FunctionName', 'QueueName', 'BucketName'] as const;

export interface StackAddresses extends Addresses {
  nameOf(logicalId: string): string;
}

export function stackAddresses(stackName: string, { Resources }: Template, at: Endpoints): StackAddresses {
  const pseudo: Readonly<Record<string, string>> = {
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::Region': region,
    'AWS::StackName': stackName,
    'AWS::URLSuffix': 'amazonaws.com',
  };
  const nameOf = (logicalId: string): string => {
    const { Type, Properties } = resourceOf(Resources, logicalId);
    const own = `${Type.split('::').at(-1)}Name`;
    const name = nameProperties.some((each) => each === own) ? Properties[own] : Properties['Name'];
    if (name === undefined) {
      const generated = `${stackName}-${logicalId}`;
      return Type === 'AWS::S3::Bucket' ? generated.toLowerCase() : generated;
    }
    return String(resolve(name, addresses));
  };
  const names = (logicalId: string): Names => {
    const { Type } = resourceOf(Resources, logicalId);
    const name = nameOf(logicalId);
    // Roles, log groups and the like: their addresses are never used here.
    return namesOf[Type]?.(name, at) ?? { Ref: logicalId, Arn: arnOf('local', logicalId) };
  };
  const addresses: StackAddresses = {
    nameOf,
    ref: (name) => pseudo[name] ?? names(name).Ref,
    attribute: (logicalId, name) => {
      const value = names(logicalId)[name];
      if (value === undefined) throw new Error(`${logicalId} has no attribute ${name} on the local stage.`);
      return value;
    },
  };
  return addresses;
}

const resourceOf = (resources: Template['Resources'], logicalId: string) =>
  required(resources[logicalId], `The template has no resource or parameter ${logicalId}.`);
