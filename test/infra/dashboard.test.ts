import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { savedQueries } from '../../infra/alarms/saved-queries.ts';
import { workQueues } from '../../infra/queues/work-queues.ts';
import { metricUnits } from '../../shared/platform/metrics.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { functionFolders, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';

const { template } = await synthesized('dev');
const local = (await synthesized('local')).template;

describe('the dashboard', () => {
  const schema = v.looseObject({
    DashboardName: v.string(),
    DashboardBody: v.object({ 'Fn::Join': v.tuple([v.literal(''), v.array(v.unknown())]) }),
  });
  const { DashboardName, DashboardBody } = propertiesOfThe(template, 'AWS::CloudWatch::Dashboard', schema);
  const parts = DashboardBody['Fn::Join'][1];
  const references = new Set(
    parts.flatMap((part) => (typeof part === 'string' ? [] : [JSON.stringify(part)])),
  );
  // As CloudWatch gets it, with the references as text.
  const text = parts
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part).replaceAll('"', "'")))
    .join('');
  const body = v.parse(
    v.object({
      widgets: v.array(
        v.looseObject({ type: v.string(), x: v.number(), width: v.number(), properties: v.looseObject({}) }),
      ),
    }),
    JSON.parse(text),
  );
  const metrics = JSON.stringify(body.widgets.filter(({ type }) => type === 'metric'));

  test('is the only dashboard of the stage and has its name', () => {
    expect(DashboardName).toBe('music-distribution-dev');
    expect(JSON.stringify(local)).not.toContain('AWS::CloudWatch::Dashboard');
  });

  test('shows every function, with invocations, errors, throttles and concurrency', () => {
    for (const id of functionFolders(template).keys())
      expect(references).toContain(JSON.stringify({ Ref: id }));
    for (const name of ['Invocations', 'Errors', 'Throttles', 'ConcurrentExecutions', 'IteratorAge'])
      expect(metrics).toContain(`"AWS/Lambda\\",\\"${name}`.replaceAll('\\', ''));
  });

  test('shows every queue and every dead-letter queue', () => {
    const queues = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
    expect(queues).toHaveLength(2 * workQueues.length + 1);
    for (const [id] of queues)
      expect(references).toContain(JSON.stringify({ 'Fn::GetAtt': [id, 'QueueName'] }));
  });

  test('shows the API, the table, each business metric and each kind of work', () => {
    for (const name of ['Count', '4xx', '5xx', 'Latency']) expect(metrics).toContain(`"${name}"`);
    for (const name of ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits', 'ThrottledRequests'])
      expect(metrics).toContain(`"${name}"`);
    for (const name of Object.keys(metricUnits)) expect(metrics).toContain(`"${name}"`);
    for (const { name } of kindsOfWork) expect(metrics).toContain(`"${name}"`);
  });

  test('begins with the states of all alarms that notify, if the stage has alarms', async () => {
    const { Resources } = (await synthesized('feature, disposable')).template;
    const notifying = Object.entries(Resources).filter(
      ([, { Type, Properties }]) => /CloudWatch::.*Alarm$/.test(Type) && Properties['AlarmActions'],
    );
    const ofFeature = Object.values(Resources).find(({ Type }) => Type === 'AWS::CloudWatch::Dashboard');
    const found = JSON.stringify(ofFeature);
    expect(notifying.length).toBeGreaterThan(10);
    for (const [id] of notifying) expect(found).toContain(`["${id}","Arn"]`);
    expect(text).not.toContain('"type":"alarm"');
  });

  test('has rows of at most 24 columns', () => {
    for (const { x, width } of body.widgets) {
      expect(width).toBeGreaterThan(3);
      expect(x + width).toBeLessThanOrEqual(24);
    }
  });
});

describe('the saved queries', () => {
  const all = propertiesOf(
    template,
    'AWS::Logs::QueryDefinition',
    v.strictObject({
      Name: v.string(),
      QueryString: v.string(),
      LogGroupNames: v.array(v.object({ Ref: v.string() })),
    }),
  );

  test('are in the folder of the stage', () => {
    expect([...all.values()].map(({ Name }) => Name).sort()).toEqual(
      Object.keys(savedQueries)
        .map((name) => `music-distribution-dev/${name}`)
        .sort(),
    );
  });

  test('read at most 50 log groups, all of the stage', () => {
    for (const { LogGroupNames } of all.values()) {
      expect(LogGroupNames.length).toBeGreaterThan(0);
      expect(LogGroupNames.length).toBeLessThanOrEqual(50);
      for (const { Ref } of LogGroupNames) expect(template.Resources[Ref]?.Type).toBe('AWS::Logs::LogGroup');
    }
  });

  test('name events and fields that functions log', () => {
    const root = join(import.meta.dirname, '../..');
    // Crashes are logged by Lambda, in the format that the local stage has.
    const sources = ['shared', 'functions', 'bin/local/lambda']
      .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    for (const { QueryString } of all.values()) {
      for (const [, event] of QueryString.matchAll(/message\.event = "([^"]+)"/g)) {
        expect(sources).toMatch(new RegExp(`'${event}'|log: '${event?.replace(/\.fault$/, '')}'`));
      }
      for (const [, field] of QueryString.matchAll(/message\.(?!event\b)(?:\w+\.)*(\w+)/g))
        expect(sources).toMatch(new RegExp(`\\b${field}\\b`));
    }
  });

  /** The commands of the query language that are used, in the order that makes sense. */
  const command =
    /^(fields [@\w., ]+|filter .+|stats (?:(?:sum|avg|max|latest|count|pct)\([@\w.*, ]+\) as \w+(?:, )?)+ by [@\w., ]+|sort [@\w.]+ (?:asc|desc)|limit \d+)$/;

  test.each([...all.values()].map(({ Name, QueryString }) => [Name, QueryString]))(
    'parse as Logs Insights queries: %s',
    (_, text) => {
      const lines = text.split('\n| ');
      for (const line of lines) {
        expect(line).toMatch(command);
        expect(line.split('"').length % 2).toBe(1);
        expect(line.split('(').length).toBe(line.split(')').length);
      }
      // A query sorts by what it shows.
      const [sorted] = /sort (\S+)/.exec(text)?.slice(1) ?? [];
      const shown = lines.filter((line) => /^(fields|stats)/.test(line)).join();
      expect(shown).toMatch(new RegExp(`(^|\\W)${sorted}(,|\\s|$)`));
    },
  );
});
