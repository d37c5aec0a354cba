/** The packages that the lock file installs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;

it('all AWS SDK clients have one version and share its core', () => {
  const clients = Object.keys(dependencies).filter((name) => /^@aws-sdk\/(?!util)/.test(name));
  expect(clients.length).toBeGreaterThan(5);
  expect(new Set(clients.map((name) => dependencies[name])).size).toBe(1);
  expect(read('package-lock.json').match(/node_modules\/@aws-sdk\/core"/g)).toHaveLength(1);
});

/** Packages that the client ordered, by the folders that use them. */
const ORDERED = {
  product: [
    'aws-cdk-lib',
    'constructs',
    '@aws-sdk/client-dynamodb',
    '@aws-sdk/lib-dynamodb',
    '@aws-sdk/client-sqs',
    '@aws-sdk/client-eventbridge',
    '@middy/core',
    '@middy/http-json-body-parser',
    'jose',
    'valibot',
  ],
  test: ['vitest', 'aws-sdk-client-mock'],
};

it.each([
  ...ORDERED.product.map((name) => [name, ['functions', 'infra', 'shared']] as const),
  ...ORDERED.test.map((name) => [name, ['test']] as const),
])('%s is installed and imported for more than its types', (name, folders) => {
  expect(Object.keys({ ...dependencies, ...devDependencies })).toContain(name);
  // The last line of an import of several lines begins with a brace.
  const pattern = `^(import (?!type)|} ).*from '${name}(/[^']*)?';`;
  const found = () => execFileSync('git', ['grep', '-lP', pattern, '--', ...folders], { cwd: root });
  expect(found).not.toThrow();
});

it('packages come from the registry in the npm settings', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
