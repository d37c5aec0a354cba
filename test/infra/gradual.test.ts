/** With a gradual deployment, everything invokes aliases, and alarms of the stage roll back. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { functionFolders, propertiesOf, routesOf, synthesized } from './synthesis.ts';

const { template, findings } = await synthesized('feature, gradual');
const { template: plain } = await synthesized('dev');
const folders = functionFolders(template);
const withoutSteps = ['documentation', 'not-found', 'operate'];

/** The folder of the function that an alias or its reference is of. */
const folderOf = (reference: unknown): string | undefined => {
  const text = JSON.stringify(reference);
  const alias = [...aliases].find(([id]) => text.includes(`"${id}"`))?.[1];
  return folders.get(alias ?? '');
};
const aliasSchema = v.looseObject({ FunctionName: v.object({ Ref: v.string() }), Name: v.literal('live') });
const aliases = new Map(
  Array.from(propertiesOf(template, 'AWS::Lambda::Alias', aliasSchema), ([id, { FunctionName }]) => [
    id,
    FunctionName.Ref,
  ]),
);

describe('a stage with a gradual deployment', () => {
  test('has an alias for each function that is not invoked by name', () => {
    const gradual = [...folders.values()].filter((name) => !withoutSteps.includes(name));
    expect([...aliases.values()].map((id) => folders.get(id)).toSorted()).toEqual(gradual.toSorted());
  });

  test('invokes aliases from queues, the stream and the schedule', () => {
    const mapping = v.looseObject({ FunctionName: v.unknown() });
    const mapped = [...propertiesOf(template, 'AWS::Lambda::EventSourceMapping', mapping).values()];
    expect(mapped.map(({ FunctionName }) => folderOf(FunctionName))).not.toContain(undefined);
    const rule = v.looseObject({
      ScheduleExpression: v.optional(v.string()),
      Targets: v.array(v.looseObject({ Arn: v.unknown() })),
    });
    const scheduled = [...propertiesOf(template, 'AWS::Events::Rule', rule).values()].filter(
      ({ ScheduleExpression }) => ScheduleExpression,
    );
    expect(scheduled.flatMap(({ Targets }) => Targets.map(({ Arn }) => folderOf(Arn)))).toEqual(['sweep']);
  });

  test('permits routes to invoke aliases', () => {
    const permission = v.looseObject({ FunctionName: v.unknown(), Principal: v.string() });
    const permitted = [...propertiesOf(template, 'AWS::Lambda::Permission', permission).values()]
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
      .map(({ FunctionName }) => folderOf(FunctionName))
      .filter((folder) => folder !== undefined);
    const invoked = JSON.stringify(template).matchAll(
      /function:music-distribution-feature-([a-z-]+):live\/invocations/g,
    );
    expect([...new Set(Array.from(invoked, ([, name]) => name))].toSorted()).toEqual(permitted.toSorted());
    const routed = new Set(routesOf(template).values());
    expect(permitted.toSorted()).toEqual(
      [...routed].filter((name) => !withoutSteps.includes(String(name))).toSorted(),
    );
  });

  test('stops and rolls back a deployment on an alarm', () => {
    const group = v.looseObject({
      AlarmConfiguration: v.strictObject({
        Enabled: v.literal(true),
        Alarms: v.array(v.strictObject({ Name: v.strictObject({ Ref: v.string() }) })),
      }),
      AutoRollbackConfiguration: v.strictObject({ Enabled: v.literal(true), Events: v.array(v.string()) }),
      DeploymentConfigName: v.string(),
    });
    const groups = [...propertiesOf(template, 'AWS::CodeDeploy::DeploymentGroup', group).values()];
    expect(groups).toHaveLength(aliases.size);
    for (const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      const types = AlarmConfiguration.Alarms.map(({ Name }) => template.Resources[Name.Ref]?.Type);
      expect(types.length).toBeGreaterThan(3);
      expect(types.length).toBeLessThanOrEqual(10);
      expect(types).toEqual(types.map(() => 'AWS::CloudWatch::Alarm'));
    }
  });

  test('has fewer than 390 of 500 resources, and no findings', () => {
    expect(Object.keys(template.Resources).length).toBeLessThan(390);
    expect(findings()).toEqual([]);
  });
});

test('a stage without a gradual deployment has no aliases', () => {
  const types = Object.values(plain.Resources).map(({ Type }) => Type);
  expect(types.filter((type) => /CodeDeploy|Lambda::(Alias|Version)/.test(type))).toEqual([]);
});
