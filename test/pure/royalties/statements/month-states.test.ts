/** What is known of a month, from what was stored to what is shown. */
import { describe, expect, it } from 'vitest';
import { foundState, withLines, withStored } from '../../../../shared/royalties/statements/month-states.ts';
import type { StoredLines } from '../../../../shared/royalties/statements/stored-months.ts';
import { noRevenue } from '../../../../shared/usage/revenue/month-revenue.ts';

const revenue = noRevenue('2026-01');
const stored = (more: Partial<StoredLines> = {}): StoredLines => ({
  ...{ is: 'lines', of: revenue.digest, count: 1, totals: [], parts: 0 },
  ...{ index: undefined, earnings: undefined, rest: undefined },
  ...more,
});

describe('a month', () => {
  it('is stored if the same imports were stored to their last line', () => {
    expect(foundState(revenue, stored())).toEqual({ is: 'stored', month: '2026-01', stored: stored() });
  });

  it('must be calculated if nothing or the sums of other imports are stored', () => {
    const addable = { is: 'addable', month: '2026-01', revenue, begun: undefined };
    expect(foundState(revenue, undefined)).toEqual({ ...addable, replaces: undefined });
    const other = stored({ of: 'other' });
    expect(foundState(revenue, other)).toEqual({ ...addable, replaces: other });
    const tooLong = { is: 'too long', of: 'other', parts: 0 } as const;
    expect(foundState(revenue, tooLong)).toEqual({ ...addable, replaces: tooLong });
  });

  it('resumes after the lines that are stored', () => {
    const begun = stored({ rest: '17' });
    expect(foundState(revenue, begun)).toMatchObject({ is: 'addable', begun, replaces: undefined });
  });

  it('is too long if it was found to be too long for the same imports', () => {
    const tooLong = { is: 'too long', of: revenue.digest, parts: 0 } as const;
    expect(foundState(revenue, tooLong)).toEqual({ is: 'too long', month: '2026-01' });
  });

  it('is calculated further until its last line is stored', () => {
    const found = foundState(revenue, stored({ of: 'other' }));
    if (found.is !== 'addable') throw new Error(found.is);
    const begun = stored({ rest: '17' });
    expect(withStored(found, begun)).toMatchObject({ is: 'addable', begun, replaces: undefined });
    expect(withStored(found, stored())).toEqual({ is: 'stored', month: '2026-01', stored: stored() });
  });

  it('has lines unless it was replaced', () => {
    const replaced = { month: '2026-01', revenue };
    expect(withLines(replaced, [])).toEqual({ is: 'added', month: '2026-01', lines: [] });
    expect(withLines(replaced, undefined)).toEqual({ is: 'replaced', ...replaced });
  });
});
