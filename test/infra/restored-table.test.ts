/** The guide to restores makes a table of production from what AWS restores: its commands, step by step. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Tags } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { checkedConfig, type StageConfig, stageConfig } from '../../infra/stages/stage-config.ts';
import { stageKey } from '../../infra/storage/stage-key.ts';
import { singleTable } from '../../infra/storage/table.ts';
import { templateOf } from './synthesis.ts';
import { alarmEmail, production } from './synthesized-stages.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/backups.md'), 'utf8');
const sectionOf = (title: string) => guide.split(/^###? /m).find((each) => each.startsWith(title)) ?? '';

type Properties = Readonly<Record<string, unknown>>;

/** @returns what the template of a stage says of its table, by the names of properties, without its name. */
function tableOf(stage: StageConfig): Properties {
  const app = new App();
  const stack = new Stack(app, 'stage');
  const tags = { service: 'music-distribution', stage: stage.name };
  for (const [tag, value] of Object.entries(tags)) Tags.of(stack).add(tag, value);
  singleTable(stack, stage, stageKey(stack, stage, tags));
  const tables = Object.values(templateOf(app, 'stage').Resources).filter(
    ({ Type }) => Type === 'AWS::DynamoDB::Table',
  );
  return tables[0]?.Properties ?? {};
}

/** What a restore copies (API reference of RestoreTableToPointInTime). */
const RESTORED = ['KeySchema', 'AttributeDefinitions', 'GlobalSecondaryIndexes', 'BillingMode'];

/** How a restored table differs from its source, besides its tags, stream and expiry, which it has none of. */
const unprotected = {
  DeletionProtectionEnabled: false,
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
};

const optionsOf = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(line.matchAll(/--([a-z-]+)(?: ((?!--).+?))?(?= --|$)/g), ([, name = '', text = '']) => [
      name,
      text,
    ]),
  );

const valueIn = (text: string): unknown => (text === 'true' ? true : text === 'false' ? false : text);
const structure = (text = ''): Properties =>
  Object.fromEntries(
    text
      .split(',')
      .map((part) => part.split('='))
      .map(([name = '', value = '']) => [name, valueIn(value)]),
  );

/** What each command of the AWS command line changes of a table. */
const effects: Readonly<Record<string, (options: Readonly<Record<string, string>>) => Properties>> = {
  'update-table': (options) => {
    const { 'stream-specification': stream } = options;
    const { StreamEnabled, ...StreamSpecification } = structure(stream);
    return {
      ...(StreamEnabled === true && { StreamSpecification }),
      ...('deletion-protection-enabled' in options && { DeletionProtectionEnabled: true }),
    };
  },
  'update-time-to-live': (options) => ({
    TimeToLiveSpecification: structure(options['time-to-live-specification']),
  }),
  'update-continuous-backups': (options) => ({
    PointInTimeRecoverySpecification: structure(options['point-in-time-recovery-specification']),
  }),
  'tag-resource': ({ tags = '' }) => ({ Tags: tags.split(' ').map(structure) }),
};

/** @returns the table after the commands of a section. */
function restored(section: string): Properties {
  const lines = Array.from(section.matchAll(/^ *(aws dynamodb (?:[^\n]*\\\n)*[^\n]*)/gm), ([, line = '']) =>
    line.replace(/\s*\\\n\s*/g, ' '),
  );
  const source = tableOf(production);
  const copied = Object.fromEntries(RESTORED.map((name) => [name, source[name]]));
  let table: Properties = {};
  for (const line of lines) {
    const [, name = ''] = /^aws dynamodb ([a-z-]+)/.exec(line) ?? [];
    const options = optionsOf(line);
    if (name === 'restore-table-to-point-in-time') {
      const override = structure(options['sse-specification-override'])['Enabled'];
      const encrypted = override === false ? {} : { SSESpecification: source['SSESpecification'] };
      table = { ...copied, ...unprotected, ...encrypted };
    }
    table = { ...table, ...effects[name]?.(options) };
  }
  return table;
}

const beside = sectionOf('A stage with the restored table');

/** The stage that the guide lists, before it takes over. */
function listedStage(): StageConfig {
  const [, code = ''] = /```ts\n\s+const \w+: StageConfig = (\{.*?\n\s+\});\n\s+```/s.exec(beside) ?? [];
  const made: unknown = new Function('prod', `return (${code});`)(stageConfig('prod', {}, { alarmEmail }));
  return checkedConfig(made as StageConfig);
}

describe('a stage beside the damaged one', () => {
  const before = listedStage();
  /** As production, with its own name. */
  const after = checkedConfig({ ...production, name: before.name });

  test('imports the restored table exactly as it is', () => {
    expect(restored(beside)).toEqual(tableOf(before));
  });

  test('becomes production by a deployment that changes everything that still differs', () => {
    const [template, wanted] = [tableOf(before), tableOf(after)];
    const changed = Object.keys(wanted).filter(
      (name) => JSON.stringify(wanted[name]) !== JSON.stringify(template[name]),
    );
    // CloudFormation applies what its template changes, and only that.
    const deployed = {
      ...restored(beside),
      ...Object.fromEntries(changed.map((name) => [name, wanted[name]])),
    };
    expect(deployed).toEqual(wanted);
    expect(changed.toSorted()).toEqual([
      'DeletionProtectionEnabled',
      'PointInTimeRecoverySpecification',
      'SSESpecification',
    ]);
  });

  test('reverts only the settings that the guide changes', () => {
    const [, named = ''] = /Remove the lines (.*?) from it/s.exec(beside) ?? [];
    const removed = Array.from(named.matchAll(/`(\w+)`/g), ([, name = '']) => name);
    const changed = Object.keys(before).filter(
      (name) => JSON.stringify(Object(before)[name]) !== JSON.stringify(Object(production)[name]),
    );
    const left = changed.filter((name) => !removed.includes(name));
    expect(left.toSorted()).toEqual(['name', 'reservedConcurrency']);
  });

  test('gives no codes and can be destroyed after a rehearsal', () => {
    expect(before).toMatchObject({ isProduction: false, domain: undefined, firewall: undefined });
    expect(before.functionSettings.codes).toEqual({ isrc: null, gs1: null });
    expect(Object.values(before.reservedConcurrency)).toEqual([0, 0, 0]);
  });
});

test('the damaged stage imports the restored table with everything in its template', () => {
  expect(restored(sectionOf('The damaged stage with the restored table'))).toEqual(tableOf(production));
});

test('the commands that check a table show everything that a restore omits', () => {
  const check = sectionOf('Checking the table');
  for (const name of [
    'describe-table',
    'describe-continuous-backups',
    'describe-time-to-live',
    'list-tags-of-resource',
  ])
    expect(check).toContain(`aws dynamodb ${name} `);
  expect(check).toMatch(
    /SSEDescription.*StreamSpecification.*DeletionProtectionEnabled.*GlobalSecondaryIndexes/,
  );
  expect(check).toContain('detect-stack-resource-drift');
});
