import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { workQueues } from '../../infra/queues/work-queues.ts';
import { commands } from '../../shared/service/commands/list.ts';
import { functionFolders, functionsOf, propertiesOf, propertiesOfThe, synthesized } from './synthesis.ts';
import { alarmEmail } from './synthesized-stages.ts';

const { template } = await synthesized('prod');
const feature = (await synthesized('feature, disposable')).template;
const withoutAddress = [await synthesized('dev'), await synthesized('local')].map(({ template }) => template);
const commandNames = commands.map(({ name }) => name);

const dimensionsSchema = v.optional(
  v.array(
    v.object({
      Name: v.string(),
      Value: v.union([v.string(), v.looseObject({ Ref: v.optional(v.string(), '') })]),
    }),
  ),
  [],
);
const metricSchema = v.looseObject({
  Namespace: v.optional(v.string()),
  MetricName: v.optional(v.string()),
  Dimensions: dimensionsSchema,
});
const alarmSchema = v.looseObject({
  ...metricSchema.entries,
  ComparisonOperator: v.string(),
  Threshold: v.number(),
  TreatMissingData: v.string(),
  AlarmDescription: v.string(),
  AlarmActions: v.optional(v.array(v.unknown()), []),
  Metrics: v.optional(
    v.array(v.looseObject({ MetricStat: v.optional(v.looseObject({ Metric: metricSchema })) })),
    [],
  ),
});
const alarmsIn = (of: typeof template) => [
  ...propertiesOf(of, 'AWS::CloudWatch::Alarm', alarmSchema).values(),
];
const alarms = alarmsIn(template);
const on = (metric: string, namespace: string) =>
  alarms.filter(({ MetricName, Namespace }) => MetricName === metric && Namespace === namespace);
const folderOf = ({ Dimensions: [dimension] }: (typeof alarms)[number]) =>
  typeof dimension?.Value === 'object' ? functionFolders(template).get(dimension.Value.Ref) : undefined;

describe('an alarm', () => {
  test('is sent to the address of the stage', () => {
    const schema = v.looseObject({ Endpoint: v.string(), Protocol: v.string(), TopicArn: v.unknown() });
    const subscription = propertiesOfThe(template, 'AWS::SNS::Subscription', schema);
    expect(subscription).toMatchObject({ Endpoint: alarmEmail, Protocol: 'email' });
    for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([subscription.TopicArn]);
  });

  test('exists only on stages with an address, like the metric of faults', () => {
    for (const { Resources } of withoutAddress) {
      const types = Object.values(Resources).map(({ Type }) => Type);
      expect(types.filter((type) => /CloudWatch|MetricFilter|SNS/.test(type))).toEqual([]);
    }
    expect(alarmsIn(feature)).toHaveLength(alarms.length);
  });

  test.each([
    ['prod', alarms],
    ['feature', alarmsIn(feature)],
  ])('names the stage %s in every command of its description', (name, ofStage) => {
    const texts = ofStage.map(({ AlarmDescription }) => AlarmDescription);
    const repairs = texts.filter((text) => /npm run|aws /.test(text));
    expect(repairs.length).toBeGreaterThan(workQueues.length);
    for (const text of texts) {
      const [, command, options] = /npm run -s operate -- (\S+)(.*)/.exec(text) ?? [];
      if (command) expect([command, options]).toEqual([expect.toBeOneOf(commandNames), ` --stage ${name}`]);
      else if (text.includes('aws ')) expect(text).toContain(`of the stack music-distribution-${name}.`);
      else expect(text).not.toContain('npm ');
    }
  });

  test('treats missing data as good, except for the heartbeat', () => {
    const breaching = alarms.filter(({ TreatMissingData }) => TreatMissingData !== 'notBreaching');
    expect(breaching.map(folderOf)).toEqual(['sweep']);
  });
});

test.each(['Errors', 'Throttles'])('%s of every function have an alarm', (metric) => {
  const everyFunction = [...functionsOf(template, v.unknown()).keys()];
  expect(on(metric, 'AWS/Lambda').map(folderOf).sort()).toEqual(everyFunction.sort());
});

test('the alarm of the sweep treats missing data as breaching', () => {
  const [heartbeat] = on('Invocations', 'AWS/Lambda');
  expect(heartbeat && folderOf(heartbeat)).toBe('sweep');
  expect(heartbeat).toMatchObject({
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    TreatMissingData: 'breaching',
  });
});

test('latency and errors of the API have alarms', () => {
  for (const metric of ['Latency', '5xx']) expect(on(metric, 'AWS/ApiGateway')).toHaveLength(1);
});

test('the alarm for throttled requests adds up all operations', () => {
  const watched = alarms.flatMap(({ Metrics }) =>
    Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []),
  );
  expect(new Set(watched.map(({ MetricName }) => MetricName))).toEqual(new Set(['ThrottledRequests']));
  const operations = watched.flatMap(({ Dimensions }) =>
    Dimensions.flatMap(({ Name, Value }) => (Name === 'Operation' ? [Value] : [])),
  );
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'];
  expect(operations.toSorted()).toEqual(['GetItem', 'BatchGetItem', 'Query', 'Scan', ...writes].toSorted());
});

describe.each(workQueues)('the $name queue', ({ name: id, consumer, redrivenWith }) => {
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

  test('has alarms for the age of messages and for dead letters, with instructions', () => {
    const describing = alarms.filter(({ AlarmDescription }) => AlarmDescription.includes(` for ${consumer}`));
    expect(describing.map(({ MetricName }) => MetricName)).toEqual([
      'ApproximateNumberOfMessagesVisible',
      'ApproximateAgeOfOldestMessage',
    ]);
    const repair = redrivenWith ?? `${id}DeadLetterUrl`;
    expect(describing[0]?.AlarmDescription).toContain(repair);
    expect(redrivenWith === undefined ? Object.keys(template.Outputs) : commandNames).toContain(repair);
  });
});
