// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub.
import { describe, expect, test } from 'vitest';
import { readAssembly } from '../../../bin/local/template/assembly.ts';
import { resolve } from '../../../bin/local/template/intrinsics.ts';
import { planStage } from '../../../bin/local/template/plan.ts';
import { arnOf, handMadeAssembly, httpApi, lambda, queue, type Resource } from '../../support/hand-made.ts';

const at = { apiUrl: 'http://localhost:1', awsUrl: 'http://127.0.0.1:2' };
const plan = (resources: Record<string, Resource>) =>
  planStage(readAssembly(handMadeAssembly({ resources })), at);

describe('the plan of a local stage', () => {
  test('rejects an unsupported type by name', () => {
    expect(() => plan({ Cache: { Type: 'AWS::ElastiCache::CacheCluster' } })).toThrow(
      'Cache (AWS::ElastiCache::CacheCluster): the local stage does not support this type.',
    );
  });

  test.each<[string, Record<string, unknown>, string]>([
    [
      'at the top level',
      { FifoQueue: true },
      'Work (AWS::SQS::Queue): the local stage does not support its property FifoQueue.',
    ],
    [
      'at a deeper level',
      { RedrivePolicy: { deadLetterTargetArn: 'a', maxReceiveCount: 1, more: true } },
      'Work (AWS::SQS::Queue): the local stage does not support its property RedrivePolicy.more.',
    ],
  ])('rejects an unsupported property by name: %s', (_, properties, message) => {
    expect(() => plan({ Work: queue('work', properties) })).toThrow(message);
  });

  test('rejects an unsupported value by name', () => {
    expect(() => plan({ Work: lambda('work', { Runtime: 'python3.13' }) })).toThrow(
      'Work (AWS::Lambda::Function): the local stage does not support Runtime',
    );
  });

  test('ignores types without local effect but resolves references to them', () => {
    const role: Resource = { Type: 'AWS::IAM::Role' };
    const planned = plan({ Role: role, Work: lambda('work', { Role: arnOf('Role') }) });
    expect(planned.ofType('AWS::Lambda::Function')).toHaveLength(1);
  });

  test('evaluates references to resource addresses', () => {
    const [work] = plan({
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Body: httpApi({}) } },
      Unnamed: { Type: 'AWS::SQS::Queue' },
      Work: lambda('work', {
        Environment: {
          Variables: {
            API: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
            QUEUE: { Ref: 'Unnamed' },
            ARN: arnOf('Unnamed'),
          },
        },
      }),
    }).ofType('AWS::Lambda::Function');
    expect(work?.properties.Environment.Variables).toEqual({
      API: 'http://localhost:1',
      QUEUE: 'http://127.0.0.1:2/000000000000/toy-Unnamed',
      ARN: 'arn:aws:sqs:us-east-1:000000000000:toy-Unnamed',
    });
  });

  test('names a missing referenced resource', () => {
    expect(() => plan({ Work: lambda('work', { Handler: { Ref: 'Nothing' } }) })).toThrow(/Nothing/);
  });
});

describe('an intrinsic function', () => {
  const addresses = {
    ref: (name: string) => `<${name}>`,
    attribute: (logicalId: string, name: string) => `<${logicalId}.${name}>`,
  };

  test.each<[unknown, unknown]>([
    [{ Ref: 'Table' }, '<Table>'],
    [{ 'Fn::GetAtt': ['Table', 'Arn'] }, '<Table.Arn>'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }, 3]] }, 'a-<B>-3'],
    [{ 'Fn::Sub': 'arn:${AWS::Region}:${Table}' }, 'arn:<AWS::Region>:<Table>'],
    [{ nested: [{ Ref: 'A' }, true, null, 1] }, { nested: ['<A>', true, null, 1] }],
  ])('is evaluated: %j', (value, result) => {
    expect(resolve(value, addresses)).toEqual(result);
  });

  test.each([
    { 'Fn::ImportValue': 'other' },
    { 'Fn::If': ['a', 'b', 'c'] },
    { 'Fn::Select': [1, ['a', 'b']] },
  ])('is rejected: %j', (value) => {
    expect(() => resolve(value, addresses)).toThrow(Object.keys(value)[0]);
  });
});
