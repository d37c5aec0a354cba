import { describe, expect, it } from 'vitest';
import { tupleOf } from '../../../../shared/kit/values/tuple-of.ts';

describe('A list that must have a number of items', () => {
  it('is returned with that number', () => {
    const [date, dsp] = tupleOf(2, '2026-11-20 1'.split(' '));
    expect([date, dsp]).toEqual(['2026-11-20', '1']);
  });

  it.each(['2026-11-20', '2026-11-20 1 DE'])('is rejected with another number: %s', (text) => {
    expect(() => tupleOf(2, text.split(' '))).toThrow(/items instead of 2/);
  });
});
