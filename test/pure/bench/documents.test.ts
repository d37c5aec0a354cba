import { describe, expect, it } from 'vitest';
import { withFigures } from '../../bench/documents.ts';

const report = {
  date: '2026-11-27',
  machine: '2 cores',
  tables: {
    Request: {
      'GET /labels': { calls: 3, CPU: 2.5, rounds: 1 },
      'GET /albums': { calls: 10, CPU: 4, rounds: 1 },
    },
  },
};

const document = (...rows: string[]) =>
  ['Measured on a day.', '', '| Request | CPU | calls |', '| --- | --: | --: |', ...rows, 'Text'].join('\n');

describe('a benchmark document', () => {
  it('gets the figures of the rows and columns it has', () => {
    expect(
      withFigures(document('| GET /labels | 1 | 2 |', '| GET /albums | 1 | 2 |'), report).split('\n'),
    ).toEqual([
      'Measured on 2026-11-27 with 2 cores:',
      '',
      '| Request     | CPU | calls |',
      '| ----------- | --: | ----: |',
      '| GET /labels | 2.5 |     3 |',
      '| GET /albums |   4 |    10 |',
      'Text',
    ]);
  });

  it('stays unchanged if it has other tables', () => {
    const other = '| Row | Request |\n| --- | --- |\n| Request | 1 |\n';
    expect(withFigures(other, report)).toBe(other);
  });

  it('keeps unmeasured rows', () => {
    const rows = withFigures(document('| GET /tracks | 1 | 2 |', '| GET /labels | 1 | 2 |'), report)
      .split('\n')
      .slice(4, 6);
    expect(rows).toEqual(['| GET /tracks |   1 |     2 |', '| GET /labels | 2.5 |     3 |']);
  });
});
