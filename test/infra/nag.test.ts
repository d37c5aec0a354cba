/** Checks deployed stages with the AwsSolutions and Serverless packs of cdk-nag. Acknowledged findings have reasons in infra/. */
import { Stack, Validations } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { expect, test, vi } from 'vitest';
import { addStage, emptyApp } from '../../infra/app.ts';
import { stageConfig } from '../../infra/stages/stage-config.ts';
import { findingsIn, production, temporaryFolder } from './synthesis.ts';

// Validation takes a second and is tested in stack.test.ts.
vi.stubEnv('CDK_VALIDATION', 'false');

function checkedApp() {
  const outdir = temporaryFolder();
  const app = emptyApp(outdir);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  return { app, outdir };
}

test.each([
  ['prod', production],
  ['dev', stageConfig('dev', {})],
  [
    'with a domain and web origins',
    {
      ...stageConfig('dev', {}),
      domain: { name: 'api.example', certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1' },
      corsOrigins: ['https://app.example'],
    },
  ],
])('the stage %s has no unacknowledged finding', (_, stage) => {
  const { app, outdir } = checkedApp();
  addStage(app, stage);
  app.synth();
  expect(findingsIn(outdir)).toEqual([]);
});

test('a finding makes the synthesis fail', () => {
  const { app } = checkedApp();
  new Queue(new Stack(app, 'Faulty'), 'Queue');
  expect(() => app.synth()).toThrow(/AwsSolutions-SQS4/);
});
