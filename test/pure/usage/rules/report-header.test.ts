import { describe, expect, it } from 'vitest';
import { readHeader, usageColumns } from '../../../../shared/usage/rules/report-header.ts';

const all = [...usageColumns];

describe('a report header', () => {
  it.each([
    ['in order', all, [0, 1, 2, 3, 4, 5, 6], []],
    ['in another order', ['isrc', ...all.filter((name) => name !== 'isrc')], [1, 2, 3, 0, 4, 5, 6], []],
    [
      'in other spellings',
      ['Date', ' DSP ID', 'country', 'ISRC', 'plays', 'revenue', 'Currency '],
      [0, 1, 2, 3, 4, 5, 6],
      [],
    ],
    ['with more columns', ['title', ...all, 'Label'], [1, 2, 3, 4, 5, 6, 7], ['title', 'Label']],
    ['with blank columns at the end', [...all, '', ' '], [0, 1, 2, 3, 4, 5, 6], []],
  ])('is read with the columns %s', (_, cells, places, ignored) => {
    expect(readHeader(cells)).toMatchObject({ places, ignored });
  });

  it('lists all missing and unknown columns in one sentence', () => {
    expect(readHeader(['date', 'store', 'country', 'isrc', 'plays', 'income'])).toBe(
      'The header lacks dsp_id, revenue and currency, and has the unknown columns store and income. ' +
        'It must name the columns date, dsp_id, country, isrc, plays, revenue and currency, in any order.',
    );
  });

  it('is rejected if it repeats a column', () => {
    expect(readHeader([...all, 'Plays'])).toBe('The header has the column plays twice.');
  });
});
