/** The metrics that functions write. Without this, their lines would be between those of the tests. */
import * as v from 'valibot';
import type { MetricName } from '../../shared/platform/metrics.ts';

const lineSchema = v.looseObject({ _aws: v.looseObject({}), kind: v.string() });

type MetricLine = v.InferOutput<typeof lineSchema>;

const key = Symbol.for('metric lines');
const held = globalThis as { [key]?: MetricLine[] };

/** Takes the lines from the standard output of this process. */
export function takeMetrics(): void {
  if (held[key]) {
    held[key].length = 0;
    return;
  }
  const lines: MetricLine[] = [];
  held[key] = lines;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (...given: unknown[]): boolean => {
    const text = String(given[0]);
    if (!text.startsWith('{"_aws"')) return Reflect.apply(write, process.stdout, given);
    lines.push(v.parse(lineSchema, JSON.parse(text)));
    return true;
  };
}

/** @returns the lines since the test file began. */
export const metricLines = (): readonly MetricLine[] => held[key] ?? [];

/** @returns the values of a metric since the test file began. */
export const valuesOf = (name: MetricName): unknown[] =>
  metricLines().flatMap((line) => (name in line ? [line[name]] : []));
