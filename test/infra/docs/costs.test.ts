/** The figures of docs/costs.md follow from the code that makes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ITEM_SECONDS } from '../../../shared/audio/rules/item-times.ts';
import { metricUnits } from '../../../shared/platform/metrics.ts';
import { kindsOfWork } from '../../../shared/service/kinds-of-work.ts';
import { listPrices, monthlyPrices, transferPrices } from '../../bench/list-prices.ts';
import { connectedStoreUse, measuredUnits } from '../../support/measured-units.ts';
import { propertiesOf, propertiesOfThe, synthesized } from '../synthesis.ts';
import { root } from './pages.ts';

/** Lambda asks each queue with five long polls of twenty seconds. */
const [POLLERS, POLLS_A_MINUTE, MINUTES_A_MONTH] = [5, 3, 730 * 60];

const costs = readFileSync(join(root, 'docs/costs.md'), 'utf8');

/** @returns the cells of the row of a table that begins with a cell. */
function cellsOf(text: string, first: string): string[] {
  const rows = text.split('\n').map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [row, ...others] = rows.filter(([cell]) => cell === first);
  if (!row || others.length > 0)
    throw new Error(`There are ${others.length + (row ? 1 : 0)} rows "${first}".`);
  return row.slice(1);
}

const numbersOf = (text: string, first: string) =>
  cellsOf(text, first).map((cell) => Number(cell.replaceAll(',', '')));

const rowsOfUse = costs
  .split('\n')
  .flatMap((line) => (/^\| (1,000|10,000|1,000,000)\b/.test(line) ? [line.split('|')[1]?.trim() ?? ''] : []));

describe('the cost of usage', () => {
  it.each(rowsOfUse)('is the sum of its parts: %s', (name) => {
    const [reads = 0, writes = 0, table = 0, functions = 0, api = 0, queues = 0, logs = 0, sum] = numbersOf(
      costs,
      name,
    );
    expect(table).toBeCloseTo(reads * listPrices.readUnit + writes * listPrices.writeUnit, 1);
    expect(sum).toBeCloseTo(table + functions + api + queues + logs, 1);
  });

  it('uses the read and write units that tests measure', () => {
    const million = ({ readUnits, writeUnits }: (typeof measuredUnits)[keyof typeof measuredUnits]) => [
      readUnits * 1e6,
      writeUnits * 1e6,
    ];
    const unitsOf = (name: string) => numbersOf(costs, name).slice(0, 2);
    expect(unitsOf('1,000,000 × GET /labels/{id}')).toEqual(million(measuredUnits['GET /labels/{id}']));
    expect(unitsOf('1,000,000 × POST /labels')).toEqual(million(measuredUnits['POST /labels']));
    // Some events are sent again, because the invocation before them had no time left.
    const [reads = 0, writes = 0] = unitsOf('1,000,000 events to webhook endpoints');
    expect(reads / 1e6).toBeCloseTo(measuredUnits.event.readUnits, 1);
    expect(writes / 1e6).toBeCloseTo(measuredUnits.event.writeUnits, 1);
  });

  it('includes about a third of a write unit per sub-fingerprint', () => {
    const [, writes = 0] = numbersOf(costs, '10,000 tracks of 3.5 minutes analyzed and compared');
    const perSubFingerprint = writes / 10_000 / (210 / ITEM_SECONDS);
    expect(perSubFingerprint).toBeGreaterThan(0.25);
    expect(perSubFingerprint).toBeLessThan(0.4);
  });

  it('matches what requests use', () => {
    const requests = Object.entries(measuredUnits).filter(([name]) => name.includes(' /labels'));
    for (const [name, { calls, readUnits, writeUnits }] of requests)
      expect(numbersOf(costs, name).slice(1, 4), name).toEqual([calls, readUnits, writeUnits]);
  });
});

describe('the cost of a connected store', () => {
  const { readUnits, writeUnits, objectReads, objectWrites } = connectedStoreUse;
  /** A thousand releases of ten files of 210 seconds, with 44,100 samples of four bytes. */
  const gigabytes = (1000 * 10 * 210 * 44_100 * 4) / 1e9;

  it.each([
    [
      `Table: ${readUnits} read and ${writeUnits} write units for package, transfer and acknowledgement`,
      1000 * (readUnits * listPrices.readUnit + writeUnits * listPrices.writeUnit),
    ],
    [
      `Bucket: ${objectReads} reads and ${objectWrites} writes, if no file is uploaded in parts`,
      1000 * (objectReads * transferPrices.objectRead + objectWrites * transferPrices.objectWrite),
    ],
    [`Transfer of ${Math.round(gigabytes)} GB to the internet`, gigabytes * transferPrices.outGigabyte],
    ['The packages in the bucket, for each month', gigabytes * transferPrices.objectGigabyte],
  ])('includes %s', (part, dollars) => {
    expect(cellsOf(costs, part)).toEqual([`$${dollars.toFixed(2)}`]);
  });
});

describe('the fixed cost', async () => {
  const { template } = await synthesized('prod');
  const count = (type: string) => propertiesOf(template, type, v.unknown()).size;
  const dollars = (amount: number) => `$${amount.toFixed(2)}`;

  const alarmSchema = v.looseObject({
    Metrics: v.optional(v.array(v.looseObject({ MetricStat: v.optional(v.unknown()) }))),
  });
  const alarms = [...propertiesOf(template, 'AWS::CloudWatch::Alarm', alarmSchema).values()];
  const alarmMetrics = alarms
    .map(({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1)
    .reduce((sum, each) => sum + each, 0);
  const composites = count('AWS::CloudWatch::CompositeAlarm');
  // Each kind of work reports how long it is overdue, and one of them each other metric.
  const metrics = kindsOfWork.length + Object.keys(metricUnits).length - 1 + count('AWS::Logs::MetricFilter');

  const mappings = v.looseObject({ EventSourceArn: v.unknown(), BatchSize: v.optional(v.number()) });
  const queues = [...propertiesOf(template, 'AWS::Lambda::EventSourceMapping', mappings).values()].filter(
    ({ EventSourceArn }) => !JSON.stringify(EventSourceArn).includes('StreamArn'),
  ).length;
  const requests = queues * POLLERS * POLLS_A_MINUTE * MINUTES_A_MONTH;
  const parts: readonly (readonly [part: string, amount: number])[] = [
    ["The stage's secret", monthlyPrices.secret * count('AWS::SecretsManager::Secret')],
    ["The stage's key, on prod", monthlyPrices.key * count('AWS::KMS::Key')],
    ['Requests to the key, on prod', monthlyPrices.keyRequests * count('AWS::KMS::Key')],
    ['The dashboard', monthlyPrices.dashboard * count('AWS::CloudWatch::Dashboard')],
    [
      `${alarms.length} alarms on ${alarmMetrics} metrics at $0.10, and ${composites} composite alarms at $0.50, on prod`,
      monthlyPrices.alarmMetric * alarmMetrics + monthlyPrices.compositeAlarm * composites,
    ],
    [`The ${metrics} metrics of a stage at $0.30, if all are reported`, monthlyPrices.metric * metrics],
    [`Polls of ${queues} queues, by five pollers three times a minute`, requests * listPrices.queueRequest],
  ];

  it.each(parts)('includes %s', (part, amount) => {
    expect(cellsOf(costs, part)).toEqual([dollars(amount)]);
  });

  it('is the sum of its parts', () => {
    const [, most = 0] =
      /without traffic costs about \$(\d+) a month on `prod`/.exec(costs)?.map(Number) ?? [];
    const sum = parts.reduce((all, [, amount]) => all + amount, 0);
    expect(most).toBe(Math.round(sum));
  });

  it('includes a firewall with its rules', async () => {
    const rules = v.looseObject({ Rules: v.array(v.unknown()) });
    const firewall = (await synthesized('dev with a firewall')).template;
    const { Rules } = propertiesOfThe(firewall, 'AWS::WAFv2::WebACL', rules);
    const amount = monthlyPrices.webAcl + monthlyPrices.webAclRule * Rules.length;
    expect(costs).toContain(`A \`firewall\` costs $${amount} a month`);
  });
});
