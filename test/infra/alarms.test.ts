import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { savedQueries } from '../../infra/alarms/saved-queries.ts';
import { workQueues } from '../../infra/queues/work-queues.ts';
import { alarmThresholds } from '../../infra/stages/alarm-thresholds.ts';
import { ALL_KINDS } from '../../shared/kit/work/work-faults.ts';
import { API, METRIC_NAMESPACE, metricUnits } from '../../shared/platform/metrics.ts';
import { commands } from '../../shared/service/commands/list.ts';
import { kindsOfWork } from '../../shared/service/kinds-of-work.ts';
import { functionFolders, functionsOf, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';
import { alarmEmail, synthesizedStages } from './synthesized-stages.ts';

const { template } = await synthesized('prod');
const feature = (await synthesized('feature, disposable')).template;
const withoutAddress = [await synthesized('dev'), await synthesized('local')].map(({ template }) => template);
const commandNames = commands.map(({ name }) => name);

const reference = v.looseObject({ Ref: v.optional(v.string(), ''), 'Fn::GetAtt': v.optional(v.unknown()) });
const dimensionsSchema = v.optional(
  v.array(v.object({ Name: v.string(), Value: v.union([v.string(), reference]) })),
  [],
);
const metricSchema = v.looseObject({
  Namespace: v.optional(v.string()),
  MetricName: v.optional(v.string()),
  Dimensions: dimensionsSchema,
});
const notifying = {
  AlarmDescription: v.string(),
  AlarmName: v.string(),
  AlarmActions: v.optional(v.array(v.unknown()), []),
  OKActions: v.optional(v.array(v.unknown()), []),
};
const alarmSchema = v.looseObject({
  ...metricSchema.entries,
  ...notifying,
  ComparisonOperator: v.string(),
  EvaluationPeriods: v.number(),
  Threshold: v.number(),
  TreatMissingData: v.string(),
  Metrics: v.optional(
    v.array(v.looseObject({ MetricStat: v.optional(v.looseObject({ Metric: metricSchema })) })),
    [],
  ),
});
const compositeSchema = v.looseObject({ ...notifying, AlarmRule: v.unknown() });

const metricAlarmsIn = (of: typeof template) => propertiesOf(of, 'AWS::CloudWatch::Alarm', alarmSchema);
const compositesIn = (of: typeof template) =>
  propertiesOf(of, 'AWS::CloudWatch::CompositeAlarm', compositeSchema);
const alarmsThatNotify = (of: typeof template) =>
  [...metricAlarmsIn(of).values(), ...compositesIn(of).values()].filter(
    ({ AlarmActions }) => AlarmActions.length > 0,
  );
const metricAlarms = metricAlarmsIn(template);
const alarms = [...metricAlarms.values()];
const notify = alarmsThatNotify(template);

type Alarm = (typeof alarms)[number];
type Metric = v.InferOutput<typeof metricSchema>;

const metricsOf = (alarm: Alarm): Metric[] =>
  alarm.MetricName === undefined
    ? alarm.Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])
    : [alarm];
const on = (metric: string, namespace: string) =>
  alarms.filter((alarm) =>
    metricsOf(alarm).some(({ MetricName, Namespace }) => MetricName === metric && Namespace === namespace),
  );
const folderOf = ({ Dimensions: [dimension] }: Metric) =>
  typeof dimension?.Value === 'object' ? functionFolders(template).get(dimension.Value.Ref) : undefined;
const idOf = ({ AlarmName }: { AlarmName: string }) => AlarmName.replace(/^music-distribution-[a-z]+-/, '');
const named = (id: string) => alarms.find((alarm) => idOf(alarm) === id);

describe('an alarm that notifies', () => {
  test('notifies the address of the stage when it starts and when it ends', () => {
    const schema = v.looseObject({ Endpoint: v.string(), Protocol: v.string(), TopicArn: v.unknown() });
    const subscription = propertiesOfThe(template, 'AWS::SNS::Subscription', schema);
    expect(subscription).toMatchObject({ Endpoint: alarmEmail, Protocol: 'email' });
    for (const { AlarmActions, OKActions } of notify) {
      expect([AlarmActions, OKActions]).toEqual([[subscription.TopicArn], [subscription.TopicArn]]);
    }
  });

  test('belongs to a set of at most 25', () => {
    expect(notify.length).toBeGreaterThan(10);
    expect(notify.length).toBeLessThanOrEqual(25);
  });

  test('exists only on stages with an address, as does the metric of faults', () => {
    for (const { Resources } of withoutAddress) {
      const types = Object.values(Resources).map(({ Type }) => Type);
      expect(types.filter((type) => /CloudWatch::.*Alarm|MetricFilter|SNS/.test(type))).toEqual([]);
    }
    expect(alarmsThatNotify(feature)).toHaveLength(notify.length);
  });

  test('begins with its severity and names its section of the runbook', () => {
    for (const alarm of notify) {
      expect(alarm.AlarmDescription).toMatch(/^\[(critical|warning)\] [A-Z].*\.\s/);
      expect(alarm.AlarmDescription.endsWith(`\nRunbook: docs/runbook.md#${idOf(alarm)}`)).toBe(true);
      expect(alarm.AlarmDescription.length).toBeLessThan(1024);
    }
  });

  test.each([
    ['prod', notify],
    ['feature', alarmsThatNotify(feature)],
  ])('names the stage %s in every command of its description', (name, ofStage) => {
    const texts = ofStage.map(({ AlarmDescription }) => AlarmDescription);
    expect(texts.filter((text) => /npm run/.test(text))).toHaveLength(4);
    for (const text of texts) {
      for (const [, command, options] of text.matchAll(
        /npm run -s operate -- ([\w-]+)(?: [A-Z]+)*( --stage \S+)?/g,
      ))
        expect([command, options]).toEqual([expect.toBeOneOf(commandNames), ` --stage ${name}`]);
    }
  });

  test('names the command that redrives the dead letters of every queue', () => {
    const text = notify.map(({ AlarmDescription }) => AlarmDescription).join('\n');
    const redrives = workQueues.map(({ redrivenWith = 'redrive-work' }) => redrivenWith);
    for (const command of ['redrive-changes', ...redrives]) expect(text).toContain(` ${command} `);
  });
});

describe('a part of a composite alarm', () => {
  const rules = [...compositesIn(template).values()].map(({ AlarmRule }) => JSON.stringify(AlarmRule));

  test('does not notify, and belongs to exactly one composite', () => {
    const parts = [...metricAlarms].filter(([, { AlarmActions }]) => AlarmActions.length === 0);
    expect(parts.length).toBeGreaterThan(workQueues.length * 3);
    for (const [id, { OKActions }] of parts) {
      expect(OKActions).toEqual([]);
      expect(rules.filter((rule) => rule.includes(`"${id}"`))).toHaveLength(1);
    }
  });
});

test('missing data raises an alarm only for sweeps and leaves code alarms unchanged', () => {
  const keeping = alarms.filter(({ TreatMissingData }) => TreatMissingData === 'ignore');
  expect(keeping.map(idOf)).toEqual(['isrcs-used', 'upcs-used']);
  const others = alarms.filter((alarm) => !keeping.includes(alarm));
  const breaching = others.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
  expect(breaching.map(folderOf)).toEqual(['sweep']);
  expect(breaching).toMatchObject([
    { MetricName: 'Invocations', ComparisonOperator: 'LessThanThreshold', Threshold: 1 },
  ]);
});

test.each(['Errors', 'Throttles'])('%s of every function have an alarm', (metric) => {
  const everyFunction = [...functionsOf(template, v.unknown()).keys()];
  const watched = on(metric, 'AWS/Lambda').flatMap(metricsOf).map(folderOf);
  expect(watched.sort()).toEqual(everyFunction.sort());
});

test('no alarm has more than ten metrics, which is the limit of CloudWatch', () => {
  for (const alarm of alarms) expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
});

test('the alarm on throttled requests sums all operations', () => {
  const operations = on('ThrottledRequests', 'AWS/DynamoDB')
    .flatMap(metricsOf)
    .flatMap(({ Dimensions }) =>
      Dimensions.flatMap(({ Name, Value }) => (Name === 'Operation' ? [Value] : [])),
    );
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
  expect(operations.toSorted()).toEqual(['GetItem', 'BatchGetItem', 'Query', 'Scan', ...writes].toSorted());
});

describe.each(workQueues)('the $name queue', ({ name: id, consumer }) => {
  const filters = propertiesOf(
    template,
    'AWS::Logs::MetricFilter',
    v.looseObject({
      FilterPattern: v.string(),
      LogGroupName: v.object({ Ref: v.string() }),
      MetricTransformations: v.array(v.looseObject({ MetricName: v.string(), MetricNamespace: v.string() })),
    }),
  );

  test('counts failed messages by the ERROR lines in the log of its function', () => {
    const ofConsumer = [...filters.values()].filter(({ LogGroupName }) =>
      String(template.Resources[LogGroupName.Ref]?.Properties['LogGroupName']).endsWith(`-${consumer}`),
    );
    expect(ofConsumer).toHaveLength(1);
    const [{ FilterPattern, MetricTransformations }] = ofConsumer as [(typeof ofConsumer)[number]];
    expect(FilterPattern).toBe('{ $.level = "ERROR" }');
    const [{ MetricName = '', MetricNamespace = '' } = {}] = MetricTransformations;
    expect(on(MetricName, MetricNamespace)).toHaveLength(1);
  });

  test('has alarms for the age of messages and for dead letters', () => {
    const queueOf = (suffix: string) => {
      const alarm = alarms.find((each) => JSON.stringify(metricsOf(each)).includes(`"${id}${suffix}`));
      return alarm && [alarm.MetricName, alarm.Threshold];
    };
    expect(queueOf('Queue')).toEqual(['ApproximateAgeOfOldestMessage', alarmThresholds.queueAgeSeconds]);
    expect(queueOf('DeadLetters')).toEqual(['ApproximateNumberOfMessagesVisible', 1]);
    expect(Object.keys(template.Outputs)).toContain(`${id}DeadLetterUrl`);
  });
});

describe('thresholds', () => {
  const { alarms: limits, functionSettings } = synthesizedStages.prod;
  const late = functionSettings.lateAfterSeconds;

  test.each([
    ['server-errors', limits.serverErrors],
    ['api-slow', limits.latencyMs],
    ['throttles-1', limits.throttles],
    ['change-age', limits.changeAgeSeconds * 1000],
    ['webhook-queue-age', limits.queueAgeSeconds],
    ['request-review-overdue', limits.overdueSeconds],
    ['function-errors-1', limits.functionErrors],
    ['webhook-faults', limits.faults],
    ['stores-failing', limits.stores.failedPart],
    ['delivery-overdue', late.delivery],
    ['isrcs-used', limits.codesUsedPercent],
    ['upcs-used', limits.codesUsedPercent],
    ['lists-unreadable', limits.unreadableLists],
    ['rows-unreadable', limits.unreadableRows],
    ['import-standing-still', limits.importStandsSeconds],
  ])('are those of the stage for %s', (id, threshold) => {
    expect(named(id)?.Threshold).toBe(threshold);
  });

  test('can differ on other stages', () => {
    const changed = synthesizedStages['feature, disposable'].alarms;
    expect(changed.latencyMs).not.toBe(limits.latencyMs);
    const [slow] = [...metricAlarmsIn(feature).values()].filter((alarm) => idOf(alarm) === 'api-slow');
    expect(slow?.Threshold).toBe(changed.latencyMs);
  });
});

test('alarms on business metrics use declared metrics, the stage and a kind of work', () => {
  const kinds = kindsOfWork.map(({ name }) => name);
  const known = [...kinds, ALL_KINDS, API];
  const used = alarms.flatMap(metricsOf).filter(({ Namespace }) => Namespace === METRIC_NAMESPACE);
  expect(used.length).toBeGreaterThan(kinds.length);
  for (const { MetricName, Dimensions } of used) {
    expect(Object.keys(metricUnits)).toContain(MetricName);
    expect(Dimensions).toEqual([
      { Name: 'kind', Value: expect.toBeOneOf(known) },
      { Name: 'stage', Value: 'prod' },
    ]);
  }
  // Every kind of work that waits has an alarm.
  const overdue = used.filter(({ MetricName }) => MetricName === 'OverdueSeconds');
  expect(overdue.map(({ Dimensions: [kind] }) => kind?.Value).sort()).toEqual(kinds.toSorted());
});

describe('the runbook', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const slugger = new GithubSlugger();
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [slugger.slug(section.slice(0, section.indexOf('\n'))), section] as const),
  );
  const queryOf = new Map(notify.map((alarm) => [idOf(alarm), alarm.AlarmDescription]));

  test('has a section for each alarm that notifies, and no others', () => {
    expect([...sections.keys()].filter((anchor) => anchor !== 'for-every-alarm')).toEqual(
      [...sections.keys()].filter((anchor) => queryOf.has(anchor)),
    );
    expect(notify.map(idOf).filter((id) => !sections.has(id))).toEqual([]);
  });

  test('explains what each alarm means, where to look, what to do and when it is over', () => {
    for (const id of notify.map(idOf)) {
      const parts = Array.from(sections.get(id)?.matchAll(/^\*\*(\w+)\.\*\*/gm) ?? [], ([, name]) => name);
      expect([id, ...parts]).toEqual([id, 'Meaning', 'Look', 'Do', 'Over']);
    }
  });

  test('names a saved query in each section, and each query in a section', () => {
    const queriesIn = (id: string) =>
      Array.from(sections.get(id)?.matchAll(/[Qq]uery `([a-z-]+)`/g) ?? [], ([, name]) => name);
    const used = notify.map(idOf).flatMap((id) => {
      expect([id, queriesIn(id).length]).not.toEqual([id, 0]);
      return queriesIn(id);
    });
    expect([...new Set(used)].sort()).toEqual(Object.keys(savedQueries).sort());
  });
});
