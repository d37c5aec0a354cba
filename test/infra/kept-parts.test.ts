/** The parts of large packages that an installation keeps, in bin/kept-parts.cjs. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { loadedServices } from './synthesis.ts';

const require = createRequire(import.meta.url);
const kept: Record<
  'stackServices' | 'checkServices',
  readonly string[]
> = require('../../bin/kept-parts.cjs');
const ADVICE = 'Edit bin/kept-parts.cjs, and run `npm ci`.';

it('kept services of the CDK are those that a synthesis of all stages loads', async () => {
  const { byStacks, byChecks } = await loadedServices();
  const services = [...kept.stackServices, ...kept.checkServices];
  expect(services.sort(), ADVICE).toEqual([...byStacks, ...byChecks].sort());
  expect(kept.stackServices, ADVICE).toEqual(expect.arrayContaining(byStacks));
});

it('a service of the CDK that is not kept says how it is installed', async () => {
  const { JobQueue } = await import('aws-cdk-lib/aws-batch' as string);
  const text = 'aws-batch is not installed: add it to bin/kept-parts.cjs, and run `npm ci`.';
  expect(() => new JobQueue()).toThrow(text);
  expect(() => JobQueue.fromJobQueueArn()).toThrow(text);
});
