/** Stages with a few hand-written resources, and the options of SDK clients for them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { type LocalStage, type LocalStageOptions, startLocalStage } from '../../bin/local/start.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

interface HandMade {
  readonly resources?: Readonly<Record<string, Resource>>;
  /** Sources by logical id: modules that export `handler`. */
  readonly functions?: Readonly<Record<string, string>>;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-stage-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @returns the folder of a cloud assembly, as the CDK would write it. */
export function handMadeAssembly({ resources = {}, functions = {} }: HandMade): string {
  const folder = temporaryFolder();
  const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));
  const files: Record<string, object> = {};
  const ofFunctions: Record<string, Resource> = {};
  for (const [name, source] of Object.entries(functions)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'index.mjs'), source);
    files[name] = { source: { path: name }, destinations: { here: { objectKey: `${name}.zip` } } };
    ofFunctions[name] = lambda(name);
  }
  write('manifest.json', {
    artifacts: {
      toy: { type: 'aws:cloudformation:stack', properties: { templateFile: 'toy.template.json' } },
      'toy.assets': { type: 'cdk:asset-manifest', properties: { file: 'toy.assets.json' } },
    },
  });
  write('toy.assets.json', { files });
  // Hand-written resources override those generated for the functions.
  write('toy.template.json', { Resources: { ...ofFunctions, ...resources } });
  return folder;
}

export function lambda(name: string, properties: Readonly<Record<string, unknown>> = {}): Resource {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: name,
      Code: { S3Bucket: 'assets', S3Key: `${name}.zip` },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      ...properties,
    },
  };
}

export const queue = (name: string, properties: Readonly<Record<string, unknown>> = {}): Resource => ({
  Type: 'AWS::SQS::Queue',
  Properties: { QueueName: name, ...properties },
});

/** A table with the key `pk` and a stream of both images. */
export const tableWithStream = (name: string): Resource => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    TableName: name,
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
});

/**
 * @param routes logical ids of functions by path.
 * @param settings of integrations, by logical id.
 * @returns the OpenAPI document of an HTTP API.
 */
export const httpApi = (
  routes: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, object>> = {},
) => ({
  openapi: '3.0.1',
  paths: Object.fromEntries(
    Object.entries(routes).map(([path, logicalId]) => [
      path,
      {
        'x-amazon-apigateway-any-method': {
          'x-amazon-apigateway-integration': {
            $ref: `#/components/x-amazon-apigateway-integrations/${logicalId}`,
          },
        },
      },
    ]),
  ),
  components: {
    'x-amazon-apigateway-integrations': Object.fromEntries(
      Object.values(routes).map((logicalId) => [
        logicalId,
        {
          type: 'aws_proxy',
          httpMethod: 'POST',
          uri: {
            'Fn::Join': [
              '',
              [
                'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/',
                arnOf(logicalId),
                '/invocations',
              ],
            ],
          },
          payloadFormatVersion: '2.0',
          ...settings[logicalId],
        },
      ]),
    ),
  },
});

export const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });

/** Starts a stage that ends with the test file. */
export async function startStage(made: HandMade, options: LocalStageOptions = {}): Promise<LocalStage> {
  const stage = await startLocalStage({ assembly: handMadeAssembly(made), onLog: () => {}, ...options });
  afterAll(stage.end);
  return stage;
}

export const clientOptions = ({ awsUrl }: Pick<LocalStage, 'awsUrl'>) => ({
  endpoint: awsUrl,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** Polls until the result is as expected. */
export const eventually = <T>(ask: () => T | Promise<T>, milliseconds = 60_000) =>
  expect.poll(ask, { timeout: milliseconds });
