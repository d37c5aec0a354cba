import { describe, expect, test } from 'vitest';
import { gatewayPermissions } from '../../../bin/local/lambda/permissions.ts';
import { readAssembly } from '../../../bin/local/template/assembly.ts';
import { planStage } from '../../../bin/local/template/plan.ts';
import { arnOf, handMadeAssembly, lambda, type Resource } from '../../support/hand-made.ts';

const at = { apiUrl: 'http://localhost:1', awsUrl: 'http://127.0.0.1:2' };
const source = (path: string) => `arn:aws:execute-api:us-east-1:000000000000:${path}`;
const permission = (properties: Record<string, unknown>): Resource => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: arnOf('Work'),
    Principal: 'apigateway.amazonaws.com',
    ...properties,
  },
});

function isPermitted(properties: Record<string, unknown>, call: string): boolean {
  const resources = { Work: lambda('work'), Other: lambda('other'), May: permission(properties) };
  const plan = planStage(readAssembly(handMadeAssembly({ resources })), at);
  const [work] = plan.ofType('AWS::Lambda::Function');
  return gatewayPermissions(plan)(work?.arn ?? '', source(call));
}

describe('the permission of a function', () => {
  test.each([
    ['api/*/*/*', 'api/$default/GET/labels', true],
    ['api/*/*/*', 'api/$default/GET/labels/{proxy+}', true],
    ['api/*/*/*', 'api/$default/GET/', true],
    ['api/*/*/*', 'other/$default/GET/labels', false],
    ['api/*/*/labels', 'api/$default/GET/labels/{proxy+}', false],
    ['api/*/GET/labels', 'api/$default/POST/labels', false],
    ['api/*/GET/label?', 'api/$default/GET/labels', true],
    // A call of the default route has no method.
    ['api/*/*/*', 'api/$default/$default', false],
    ['api/*/$default', 'api/$default/$default', true],
    ['api/*/*', 'api/$default/$default', true],
  ])('is checked: source %s, call from %s: %j', (pattern, call, expected) => {
    expect(isPermitted({ SourceArn: source(pattern) }, call)).toBe(expected);
  });

  test('allows all calls without a source, but only for its principal and function', () => {
    expect(isPermitted({}, 'api/$default/$default')).toBe(true);
    expect(isPermitted({ Principal: 'events.amazonaws.com' }, 'api/$default/$default')).toBe(false);
    expect(isPermitted({ FunctionName: arnOf('Other') }, 'api/$default/$default')).toBe(false);
  });
});
