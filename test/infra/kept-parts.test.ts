/** The parts of large packages that an installation keeps, in bin/kept-parts.cjs. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { preparedFiles, sitePages } from '../../infra/documentation/site-sources.ts';
import { loadedServices } from './synthesis.ts';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const kept: Record<
  'stackServices' | 'checkServices' | 'languages',
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

it('kept languages are those of code in the documentation', () => {
  const pages = [...preparedFiles(sitePages())].filter(([path]) => path.endsWith('.md'));
  const used = pages.flatMap(([, text]) =>
    Array.from(text.matchAll(/^\s*```(\w+)/gm), ([, name = '']) => name),
  );
  const needed = new Set<string>();
  for (const name of used) addLanguage(name, needed);
  expect([...kept.languages].sort(), ADVICE).toEqual([...needed].sort());
});

/** With those that it embeds. Pictures are code blocks without a grammar. */
function addLanguage(name: string, to: Set<string>): void {
  if (to.has(name)) return;
  const grammar = grammarOf(name);
  if (grammar === undefined) return;
  to.add(name);
  for (const [, embedded = ''] of grammar.matchAll(/^(?:import|export) .*from '\.\/([\w-]+)\.mjs'/gm))
    addLanguage(embedded, to);
}

function grammarOf(name: string): string | undefined {
  try {
    return readFileSync(join(root, `node_modules/@shikijs/langs/dist/${name}.mjs`), 'utf8');
  } catch {
    return undefined;
  }
}
