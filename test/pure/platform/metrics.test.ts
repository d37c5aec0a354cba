import { afterEach, describe, expect, test, vi } from 'vitest';
import { METRIC_NAMESPACE, writeMetrics } from '../../../shared/platform/metrics.ts';
import { metricLines } from '../../support/metrics.ts';

afterEach(() => vi.useRealTimers());

describe('a log line with metrics', () => {
  test('is in the embedded metric format with stage and kind as its only dimensions', () => {
    vi.stubEnv('STAGE', 'test');
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    writeMetrics('usage-import', { ImportsDone: 1, OverdueSeconds: 90 });
    expect(metricLines().at(-1)).toEqual({
      _aws: {
        Timestamp: 1_700_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: METRIC_NAMESPACE,
            Dimensions: [['stage', 'kind']],
            Metrics: [
              { Name: 'ImportsDone', Unit: 'Count' },
              { Name: 'OverdueSeconds', Unit: 'Seconds' },
            ],
          },
        ],
      },
      stage: 'test',
      kind: 'usage-import',
      ImportsDone: 1,
      OverdueSeconds: 90,
    });
  });

  test('is not written without a metric', () => {
    const before = metricLines().length;
    writeMetrics('usage-import', {});
    expect(metricLines()).toHaveLength(before);
  });
});
