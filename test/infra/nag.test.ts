/**
 * Checks deployed stages with the AwsSolutions and Serverless packs of cdk-nag. Acknowledged findings have
 * reasons in infra/.
 */
import { Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, test, vi } from 'vitest';
import { emptyApp } from '../../infra/app.ts';
import { checkWithNag } from './check-with-nag.ts';
import { synthesized, temporaryFolder } from './synthesis.ts';

test.each(['prod', 'dev', 'dev with a domain'] as const)(
  'the stage %s has no unacknowledged finding',
  async (name) => {
    const { findings } = await synthesized(name);
    expect(findings()).toEqual([]);
  },
);

test('synthesis fails on a finding', () => {
  // Validation takes a second and is tested in stack.test.ts.
  vi.stubEnv('CDK_VALIDATION', 'false');
  const app = emptyApp(temporaryFolder());
  checkWithNag(app);
  new Queue(new Stack(app, 'Faulty'), 'Queue');
  expect(() => app.synth()).toThrow(/AwsSolutions-SQS4/);
});
