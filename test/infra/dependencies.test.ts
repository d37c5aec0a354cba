/** The packages that the lock file installs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

it('all clients of the AWS SDK have one version, so that they share its core', () => {
  const clients = Object.keys(dependencies).filter((name) => /^@aws-sdk\/(?!util)/.test(name));
  expect(clients.length).toBeGreaterThan(5);
  expect(new Set(clients.map((name) => dependencies[name])).size).toBe(1);
  expect(read('package-lock.json').match(/node_modules\/@aws-sdk\/core"/g)).toHaveLength(1);
});

it('packages come from the registry in the npm settings', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
