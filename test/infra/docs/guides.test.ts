/** The numbers, commands and settings in the guides are those of the code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { columns } from '../../../bin/operator/catalogue/csv/columns.ts';
import { readCsv } from '../../../bin/operator/catalogue/csv/read-csv.ts';
import { operatorCommands } from '../../../bin/operator/commands.ts';
import { localOverrides } from '../../../infra/stages/local-overrides.ts';
import { stageConfig } from '../../../infra/stages/stage-config.ts';
import { DEFAULT_BEHAVIOR, storeBehaviors } from '../../../shared/distribution/stores/store-behaviors.ts';
import { storeWork } from '../../../shared/distribution/work/store-work.ts';
import { retryGapsIn } from '../../../shared/kit/work/retry-gaps.ts';
import { api } from '../../../shared/service/api.ts';
import { reportedDsps } from '../../../shared/usage/rules/analytics-reports.ts';
import { type DocumentationPage, pages, root } from './pages.ts';

const read = (file: string) => readFileSync(join(root, 'docs', file), 'utf8');
/** Without line breaks within sentences. */
const textOf = (file: string) => read(file).replace(/\s+/g, ' ');
const dev = stageConfig('dev', {}).functionSettings;
const local = stageConfig('local', {}).functionSettings;

const optionsOfAll = ['stage', 'json', 'help'];
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };

/** Command lines, each without its continuation mark. */
const linesOf = ({ commands: blocks, spans }: DocumentationPage): string[] =>
  [...blocks, ...spans].flatMap((text) => text.replaceAll('\\\n', ' ').split('\n'));

/** @returns the parts of an operator's command line that are not declared. */
function unknownIn(line: string): string[] {
  const [, name = '', rest = ''] = /npm run (?:-s )?operate -- ([a-z][\w-]*)(.*)/.exec(line) ?? [];
  if (name === '') return [];
  const command = operatorCommands.find((each) => each.name === name);
  if (!command) return [name];
  const options = Array.from(
    rest.replace(/[;|#].*/, '').matchAll(/ --([a-z-]+)/g),
    ([, option = '']) => option,
  );
  const known = [...Object.keys(command.arguments), ...optionsOfAll];
  return options.filter((option) => !known.includes(option)).map((option) => `${name} --${option}`);
}

describe.each(pages)('the commands in $file', (page) => {
  it('are npm scripts with declared commands and options', () => {
    const lines = linesOf(page);
    const names = lines.flatMap((line) =>
      Array.from(line.matchAll(/\bnpm run (?:-s )?([\w-]+)/g), ([, name = '']) => name),
    );
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
    expect(lines.flatMap(unknownIn)).toEqual([]);
  });
});

test('the check of commands finds an unknown command and an unknown option', () => {
  expect(unknownIn('npm run -s operate -- approve 17')).toEqual(['approve']);
  expect(unknownIn('npm run -s operate -- approve-request 17 --stage dev --why x')).toEqual([
    'approve-request --why',
  ]);
});

/** The folder of a project has its name. */
const testPartsOf = (line: string): string[] =>
  Array.from(line.matchAll(/\bnpm test -- ((?:[\w./-]+ ?)*)/g), ([, parts = '']) => parts.split(' '))
    .flat()
    .filter((part) => /^[a-z]/.test(part));
const testFiles = globSync('test/**/*.test.ts', { cwd: root });

test.each(pages)('the test commands in $file find tests', (page) => {
  const parts = linesOf(page).flatMap(testPartsOf);
  expect(parts.filter((part) => !testFiles.some((file) => file.includes(part)))).toEqual([]);
});

test('the check of test commands reads each part of a command', () => {
  expect(testPartsOf('`npm test -- catalogue/labels stage/console` runs')).toEqual([
    'catalogue/labels',
    'stage/console',
  ]);
});

/** The guide to backups adds this stage to the configuration, with the settings of another one. */
const ADDED = { name: 'prod2', like: 'dev' };

/** @returns why the CDK app rejects a command line of the CDK, or undefined. */
function rejectionOf(line: string): string | undefined {
  const [, rest] = /npx cdk (?:deploy|destroy|import|synth|diff)\b(.*)/.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const options = Array.from(rest.matchAll(/ -c (\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]);
  const { stage = '', alarmEmail, disposable, ...others } = Object.fromEntries(options);
  try {
    stageConfig(
      stage === ADDED.name ? ADDED.like : stage,
      {},
      { ...(alarmEmail && { alarmEmail }), isDisposable: disposable === 'true' },
    );
  } catch (error) {
    return `${line.trim()}: ${error}`;
  }
  return Object.keys(others).length > 0 ? `${line.trim()}: ${Object.keys(others)}` : undefined;
}

test.each(pages)('the CDK app accepts the CDK commands in $file', (page) => {
  expect(linesOf(page).flatMap((line) => rejectionOf(line) ?? [])).toEqual([]);
});

test('the check of CDK commands finds a missing address and an unknown option', () => {
  expect(rejectionOf('npx cdk deploy -c stage=prod')).toContain('alarmEmail');
  expect(rejectionOf('npx cdk deploy -c stage=prod -c alarmEmail=ops@example.com -c force=1')).toContain(
    'force',
  );
  expect(rejectionOf('npx cdk deploy -c stage=typo')).toContain('typo');
});

test('no guide deletes a versioned bucket but leaves its versions', () => {
  expect(pages.flatMap(linesOf).filter((line) => /s3 rb\b.*--force/.test(line))).toEqual([]);
});

test('the guides name the rate limits of a deployed stage', () => {
  const { reads, writes, logins } = dev.rateLimits;
  const text = textOf('guides/errors-and-retries.md');
  expect(text).toContain(`${reads} reads and ${writes} writes a minute`);
  expect(text).toContain(`${logins} a minute for an e-mail address`);
});

test('the guides name the page sizes of the resources', () => {
  const sizes = (type: string) => api.resources.find((resource) => resource.type === type)?.pageSize;
  expect(sizes('tracks')).toEqual({ standard: 20, max: 100 });
  expect(sizes('credit-roles')).toEqual({ standard: 1000, max: 1000 });
  const others = api.resources.filter(
    ({ type, pageSize }) => type !== 'credit-roles' && pageSize.max !== 100,
  );
  expect(others.map(({ type }) => type)).toEqual([]);
  const said = 'is 20 by default and 100 at most. For `/credit-roles`, both are 1,000';
  expect(textOf('guides/paging.md')).toContain(said);
});

test('the guide lists the behaviors of the sandbox stores', () => {
  const guide = 'guides/sandbox-stores.md';
  const text = textOf(guide);
  const listed = Array.from(read(guide).matchAll(/^\| `(\w+)`/gm), ([, name = '']) => name);
  expect([...listed, 'package'].toSorted()).toEqual(storeBehaviors.toSorted());
  expect(text).toMatch(new RegExp(`\`${DEFAULT_BEHAVIOR}\` \\|[^|]*\\(the default\\)`));
  expect([local.sandboxReportSeconds, dev.sandboxReportSeconds]).toEqual([3, 30]);
  expect(text).toContain('three seconds after the release was accepted on the local stage');
  expect(text).toContain('30 seconds on AWS');
  const [first, second] = retryGapsIn(dev, storeWork).map((gap) => gap / 60);
  const here = retryGapsIn(local, storeWork).slice(0, 2).join(' and ');
  expect(text).toContain(`come after ${here} seconds, and on AWS after ${first} and ${second} minutes`);
});

test('the guide names the DSPs that have reports', () => {
  const [last, ...others] = reportedDsps.toReversed();
  const text = textOf('guides/reports-and-royalties.md');
  expect(text).toContain(`for DSPs ${others.toReversed().join(', ')} and ${last}.`);
  expect(text).toContain(`valid for ${dev.downloadLinkSeconds / 3600} hours`);
});

test('the back-catalogue guide names all columns, and its example is a spreadsheet', () => {
  const guide = read('guides/back-catalogue.md');
  const cells = Array.from(guide.matchAll(/^\| (`[^|]*`) +\|/gm), ([, cell = '']) => cell);
  const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name));
  expect(columns.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  const [, example = ''] = /```csv\n(.*?)```/s.exec(guide) ?? [];
  const { releases, problems } = readCsv(example, { file: 'c.csv', resolve: (url) => ({ url }) });
  expect(problems).toEqual([]);
  expect(releases.map(({ release }) => release.tracks.length)).toEqual([2]);
});

test('the page on the local stage names its settings', () => {
  const text = textOf('local-stage.md');
  expect(Object.keys(localOverrides).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
